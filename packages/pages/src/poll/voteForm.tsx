import type { HtmlPage, JsonObject } from '@plenum/core'
import { PostForm } from '../frame/postForm.js'
import { numberOf, objectsOf, textOf } from '../reading/json.js'
import { say } from '../say.js'

/** One choice is a radio button, several are boxes. */
export function VoteForm({ page, poll }: { page: HtmlPage; poll: JsonObject }) {
  const most = numberOf(poll.max_choices)
  const isMultiple = most > 1
  const legend =
    textOf(poll.legend) || (isMultiple ? say(page, 'page.choose-up-to', { most }) : say(page, 'page.choose'))
  return (
    <PostForm page={page} action="vote" class="ballot">
      <fieldset data-most={isMultiple ? most : undefined}>
        <legend>{legend}</legend>
        {objectsOf(poll.options).map(option => {
          const id = `option-${numberOf(option.option_id)}`
          return (
            <label for={id}>
              <input
                id={id}
                type={isMultiple ? 'checkbox' : 'radio'}
                name="option"
                value={numberOf(option.option_id)}
                required={!isMultiple}
              />
              <span>{textOf(option.description)}</span>
            </label>
          )
        })}
      </fieldset>
      <button type="submit">{say(page, 'page.vote')}</button>
    </PostForm>
  )
}
