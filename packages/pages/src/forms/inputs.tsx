import type { BooleanControl, InstantControl, LinesControl, TermsControl, TextControl } from '@plenum/core/answers'
import { blocksHint, richTextData } from '../richText/richTextData.js'
import { say } from '../say.js'
import { type ControlProps, described, Help, Labelled, LabelText, Problem } from './controlParts.js'

const inputs = {
  line: { type: 'text' },
  email: { type: 'email', autocomplete: 'off' },
  url: { type: 'text', inputMode: 'url' },
  color: { type: 'text', placeholder: '#0083be' },
  password: { type: 'password', autocomplete: 'new-password' },
  integer: { type: 'text', inputMode: 'numeric' },
} as const

/** Returns the attribute that lets password managers fill in the current password but not a new password. */
const currentPassword = ({ name }: TextControl) =>
  name === 'field.old_password' ? ({ autocomplete: 'current-password' } as const) : {}

export function Line({ page, control }: ControlProps<TextControl>) {
  const { kind, value, maxLength } = control
  if (kind === 'text' || kind === 'richText' || kind === 'json') return null
  return (
    <Labelled page={page} control={control}>
      <input
        {...described(control)}
        {...inputs[kind]}
        {...currentPassword(control)}
        value={value}
        maxLength={maxLength}
      />
    </Labelled>
  )
}

export function TextArea({ page, control }: ControlProps<TextControl>) {
  const { kind, value } = control
  const rows = kind === 'richText' ? 12 : 4
  const hint = kind === 'richText' ? htmlHint({ page, control }) : undefined
  return (
    <Labelled page={page} control={control} {...(hint === undefined ? {} : { hint })}>
      <textarea
        {...described(control, hint !== undefined)}
        rows={rows}
        spellcheck={kind !== 'json'}
        data-kind={kind}
        {...richTextData(page, control)}
      >
        {/* A line break is added, because browsers remove a line break at the beginning of a text area. */}
        {`\n${value}`}
      </textarea>
    </Labelled>
  )
}

/** Returns a hint about the HTML, including the names of blocks that users can move but not change. */
const htmlHint = ({ page, control: { blocks } }: ControlProps<TextControl>): string =>
  `${say(page, 'page.form-html')} ${blocksHint(page, blocks)}`.trim()

export function Lines({ page, control }: ControlProps<LinesControl>) {
  const lines = control.value.split('\n').length
  return (
    <Labelled
      page={page}
      control={control}
      hint={say(page, control.kind === 'links' ? 'page.form-links' : 'page.form-lines')}
    >
      <textarea
        {...described(control, true)}
        rows={Math.min(lines + 1, 12)}
        data-kind={control.kind}
        data-suggestions={control.suggestions && JSON.stringify(control.suggestions)}
      >{`\n${control.value}`}</textarea>
    </Labelled>
  )
}

/** Renders the input for the link in a table row that contains the title of the link in another column. */
export function OneLink({ page, control }: ControlProps<LinesControl>) {
  return (
    <Labelled page={page} control={control}>
      <input
        {...described(control)}
        type="text"
        inputMode="url"
        placeholder="https://example.org"
        value={control.value}
      />
    </Labelled>
  )
}

export function Instant({ page, control }: ControlProps<InstantControl>) {
  return (
    <Labelled page={page} control={control} hint={say(page, 'page.form-zone', { zone: control.zone })}>
      <input {...described(control, true)} type="datetime-local" value={control.value} />
    </Labelled>
  )
}

/**
 * Renders a checkbox. The hidden input tells the server that the form contains the checkbox even if the checkbox is not
 * selected.
 */
export function Checkbox({ page, control }: ControlProps<BooleanControl>) {
  return (
    <div class="control control-boolean">
      <input type="hidden" name={control.name} value="" />
      <label>
        <input {...described(control)} required={false} type="checkbox" value="true" checked={control.value} />
        <span>
          <LabelText page={page} control={control} />
        </span>
      </label>
      <Help control={control} />
      <Problem page={page} control={control} />
    </div>
  )
}

export function Choice({ page, control }: ControlProps<TermsControl>) {
  const { values, terms, required } = control
  const [chosen = ''] = values
  return (
    <Labelled page={page} control={control}>
      <select {...described(control)}>
        {(!required || chosen === '') && <option value="">{say(page, 'page.form-none')}</option>}
        {terms.map(({ token, title }) => (
          <option value={token} selected={token === chosen}>
            {title}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

export function Checkboxes({ page, control }: ControlProps<TermsControl>) {
  const { name, values, terms } = control
  const { id, 'aria-describedby': describedBy } = described(control)
  return (
    <fieldset class="control control-set" id={id} tabIndex={-1} aria-describedby={describedBy}>
      <legend>
        <LabelText page={page} control={control} />
      </legend>
      <Help control={control} />
      <input type="hidden" name={name} value="" />
      <div class="terms">
        {terms.map(({ token, title }) => (
          <label>
            <input type="checkbox" name={name} value={token} checked={values.includes(token)} />
            <span>{title}</span>
          </label>
        ))}
      </div>
      {terms.length === 0 && <p class="help">{say(page, 'page.form-none')}</p>}
      <Problem page={page} control={control} />
    </fieldset>
  )
}
