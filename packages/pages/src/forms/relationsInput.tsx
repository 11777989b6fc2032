import { type HtmlPage, urlOf } from '@plenum/core'
import type { RelationsControl, RelationTarget } from '@plenum/core/answers'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { ChangeButton } from './changeButton.js'
import { type ControlProps, Help, idOf, LabelText, Problem } from './controlParts.js'

/**
 * Renders the targets of a relation, each with a checkbox to remove it, and a search for other objects. A search
 * submits the form, but its values are not stored.
 */
export function RelationsInput({ page, control }: ControlProps<RelationsControl>) {
  const { name, targets, results, query, problem } = control
  const id = idOf(control)
  return (
    <fieldset
      class="control control-relations"
      id={id}
      tabIndex={-1}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend>
        <LabelText page={page} control={control} />
      </legend>
      <Help control={control} />
      <input type="hidden" name={name} value="" />
      <div class="targets">
        {targets.map(target => (
          <Target page={page} control={control} target={target} isChosen />
        ))}
      </div>
      <div class="search-line">
        <input
          id={`${id}-search`}
          name={`${name}.search`}
          type="search"
          value=""
          aria-label={say(page, 'page.form-search', { field: control.title })}
          placeholder={say(page, 'page.search-words')}
          autocomplete="off"
          data-search={`search ${name}`}
        />
        <ChangeButton page={page} control={control} change={`search ${name}`} class="secondary">
          {say(page, 'page.search')}
        </ChangeButton>
      </div>
      {results.length > 0 && (
        <fieldset class="results">
          <legend>{say(page, query === '' ? 'page.form-choices' : 'page.form-results', { query })}</legend>
          {results.map(target => (
            <Target page={page} control={control} target={target} />
          ))}
        </fieldset>
      )}
      <Problem page={page} control={control} />
    </fieldset>
  )
}

interface TargetProps {
  readonly page: HtmlPage
  readonly control: RelationsControl
  readonly target: RelationTarget
  readonly isChosen?: boolean
}

function Target({ page, control, target, isChosen = false }: TargetProps) {
  const { UID, title, '@id': address } = target
  const path = address.startsWith(urlOf(page.base, '/')) ? address.slice(page.base.length) : address
  return (
    <label>
      <input type="checkbox" name={control.name} value={UID} checked={isChosen} />
      <span>
        {safeLink(address) ? <a href={safeLink(address)}>{title || UID}</a> : title || UID}
        <small>{path}</small>
      </span>
    </label>
  )
}
