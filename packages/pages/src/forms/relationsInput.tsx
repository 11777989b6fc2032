import type { RelationsControl } from '@plenum/core/answers'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { type ControlProps, Help, idOf, LabelText, Problem } from './controlParts.js'

/** The objects to which a relation refers, each with a checkbox that removes it, and an input that adds an object. */
export function RelationsInput({ page, control }: ControlProps<RelationsControl>) {
  const { name, targets } = control
  const id = idOf(control)
  return (
    <fieldset class="control control-relations" id={id} tabIndex={-1}>
      <legend>
        <LabelText page={page} control={control} />
      </legend>
      <Help control={control} />
      <input type="hidden" name={name} value="" />
      <div class="terms">
        {targets.map(({ UID, title, '@id': address }) => (
          <label>
            <input type="checkbox" name={name} value={UID} checked />
            <a href={safeLink(address)}>{title || UID}</a>
          </label>
        ))}
      </div>
      <label class="added" for={`${id}-new`}>
        {say(page, 'page.form-paths')}
      </label>
      <input id={`${id}-new`} name={name} type="text" value="" />
      <Problem control={control} />
    </fieldset>
  )
}
