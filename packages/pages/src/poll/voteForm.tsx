import type { HtmlPage } from '@plenum/core'
import type { PollPayload } from '@plenum/core/answers'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'

/** The ballot: radio buttons for a single choice, checkboxes for several. */
export function VoteForm({ page, poll }: { page: HtmlPage; poll: PollPayload }) {
  const most = poll.max_choices
  const isMultiple = most > 1
  const legend = poll.legend || (isMultiple ? say(page, 'page.choose-up-to', { most }) : say(page, 'page.choose'))
  return (
    <PostForm page={page} action="vote" class="ballot">
      <fieldset data-most={isMultiple ? most : undefined}>
        <legend>{legend}</legend>
        {poll.options.map(option => {
          const id = `option-${option.option_id}`
          return (
            <label for={id}>
              <input
                id={id}
                type={isMultiple ? 'checkbox' : 'radio'}
                name="option"
                value={option.option_id}
                required={!isMultiple}
              />
              <span>{option.description}</span>
            </label>
          )
        })}
      </fieldset>
      <button type="submit">{say(page, 'page.vote')}</button>
    </PostForm>
  )
}
