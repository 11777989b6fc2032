import type { HtmlPage } from '@plenum/core'
import type { FormControl } from '@plenum/core/answers'
import type { ComponentChildren } from 'preact'
import { say } from '../say.js'

export interface ControlProps<Control extends FormControl = FormControl> {
  readonly page: HtmlPage
  readonly control: Control
  /** Whether the control is a cell in a row of a table. */
  readonly isInRow?: boolean
}

export const idOf = ({ name }: Pick<FormControl, 'name'>): string => `c-${name.replaceAll('.', '-')}`

export function described(control: FormControl, hasHint = false) {
  const { name, description, problem, required } = control
  const ids = [
    ...(description === '' ? [] : [`${idOf(control)}-help`]),
    ...(hasHint ? [`${idOf(control)}-hint`] : []),
    ...(problem === undefined ? [] : [`${idOf(control)}-problem`]),
  ]
  return {
    id: idOf(control),
    name,
    required: required || undefined,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'aria-invalid': problem === undefined ? undefined : ('true' as const),
  }
}

/** Renders the label, help text and format hint of an input, and the problem with its value. */
export function Labelled({
  page,
  control,
  hint,
  children,
}: ControlProps & { hint?: string; children: ComponentChildren }) {
  return (
    <div class={`control control-${control.kind}`}>
      <label for={idOf(control)}>
        <LabelText page={page} control={control} />
      </label>
      <Help control={control} hint={hint} />
      {children}
      <Problem page={page} control={control} />
    </div>
  )
}

/** Renders the title of a control. Checkboxes are not marked as required, because they always have a value. */
export function LabelText({ page, control }: ControlProps) {
  return (
    <>
      {control.title}
      {control.required && control.kind !== 'boolean' && <span class="required"> ({say(page, 'page.required')})</span>}
    </>
  )
}

export function Help({ control, hint }: { control: FormControl; hint?: string | undefined }) {
  return (
    <>
      {control.description !== '' && (
        <p class="help" id={`${idOf(control)}-help`}>
          {control.description}
        </p>
      )}
      {hint !== undefined && (
        <p class="help" id={`${idOf(control)}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

export function Problem({ page, control }: ControlProps) {
  return (
    <>
      <Reason control={control} />
      {control.other !== undefined && (
        <div class="other-value">
          <p>
            <strong>{say(page, 'page.form-other')}</strong>
          </p>
          <p class="value">{control.other || say(page, 'page.form-none')}</p>
          <label>
            <input type="checkbox" name="theirs" value={control.name} />
            <span>{say(page, 'page.form-keep-other', { field: control.title })}</span>
          </label>
        </div>
      )}
    </>
  )
}

function Reason({ control }: { control: FormControl }) {
  if (control.problem === undefined) return null
  return (
    <p class="control-problem" id={`${idOf(control)}-problem`}>
      {control.problem}
    </p>
  )
}
