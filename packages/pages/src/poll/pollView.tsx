import type { HtmlPage, PageOf } from '@plenum/core'
import type { PollPayload } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { PostForm } from '../frame/postForm.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { objectOn } from '../reading/object.js'
import { say } from '../say.js'
import { Results } from './results.js'

/** Renders a poll and its question. Both the page of the poll and `@poll` use this view. */
export function PollView({ page }: { page: PageOf<'object'> | PageOf<'poll'> }) {
  const content = objectOn(page)
  const poll = page.view === 'object' ? page.more.poll : page.answer
  return (
    <article class="narrow">
      <PageHeader eyebrow={content?.type_title} title={content?.title} lead={content?.description} />
      {poll && <PollPanel page={page} poll={poll} />}
    </article>
  )
}

function PollPanel({ page, poll }: { page: HtmlPage; poll: PollPayload }) {
  const mayVote = poll.can_vote && !hasVoted(page, poll) && page.formToken !== null
  return (
    <>
      <PollStatus page={page} poll={poll} />
      {mayVote && <VoteForm page={page} poll={poll} />}
      <Results page={page} poll={poll} />
    </>
  )
}

const hasVoted = (page: HtmlPage, poll: PollPayload): boolean => poll.has_voted === true || page.more.hasVoted === true

function PollStatus({ page, poll }: { page: HtmlPage; poll: PollPayload }) {
  const closes = formatInstant(poll.close_date ?? '', 'dayAndTime', page.language, zoneOf(page))
  const text = pollStatusOf(page, poll)
  return (
    <>
      {text && <p class="standing">{text}</p>}
      {poll.state === 'open' && poll.expired !== true && closes && (
        <p class="facts">{say(page, 'page.poll-until', { time: closes })}</p>
      )}
    </>
  )
}

function pollStatusOf(page: HtmlPage, poll: PollPayload): string {
  if (poll.state === 'closed' || poll.expired === true) return say(page, 'page.poll-closed')
  if (poll.state !== 'open') return say(page, 'page.poll-not-open')
  if (hasVoted(page, poll)) return votedText(page, poll)
  const opens = formatInstant(poll.open_date ?? '', 'dayAndTime', page.language, zoneOf(page))
  if (poll.can_vote) return ''
  if (page.caller === null && !poll.allow_anonymous) return say(page, 'page.poll-members')
  return opens ? say(page, 'page.poll-from', { time: opens }) : say(page, 'page.poll-no-vote')
}

/**
 * Returns the confirmation of a vote. If results are hidden until the poll is closed, the confirmation mentions this.
 */
const votedText = (page: HtmlPage, { results }: PollPayload): string =>
  say(page, 'page.voted-thanks') + (results === null ? ` ${say(page, 'page.voted-later')}` : '')

/** Renders radio buttons if a voter may select one option, and checkboxes if a voter may select several options. */
function VoteForm({ page, poll }: { page: HtmlPage; poll: PollPayload }) {
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
