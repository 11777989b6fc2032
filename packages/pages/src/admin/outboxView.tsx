import type { PageOf } from '@plenum/core'
import type { OutboxMail } from '@plenum/core/answers'
import { Batches } from '../content/batches.js'
import { Filters } from '../content/filters.js'
import { Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { PostForm, SubmitButton } from '../frame/postForm.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

type OutboxPage = PageOf<'outbox'>

/** Renders `@outbox`: the emails to presenters by state, with forms to pause sending and to send an email again. */
export function OutboxView({ page }: { page: OutboxPage }) {
  const { items } = page.answer
  const columns = [
    say(page, 'page.outbox-presenter'),
    say(page, 'page.webhook-state'),
    say(page, 'page.delivery-last'),
    '',
  ]
  return (
    <article>
      <PageHeader title={say(page, 'page.outbox')} lead={say(page, 'page.outbox-lead')} />
      <Notes page={page} />
      <div class="list-tools">
        <States page={page} />
        <PauseForm page={page} />
      </div>
      {items.length === 0 ? (
        <p class="empty">{say(page, 'page.outbox-none')}</p>
      ) : (
        <Table label={say(page, 'page.outbox')} class="outbox stacked" columns={columns}>
          {items.map(mail => (
            <MailRow page={page} mail={mail} />
          ))}
        </Table>
      )}
      <Batches page={page} />
    </article>
  )
}

/** Renders the reasons why no emails are being sent, if any. */
function Notes({ page }: { page: OutboxPage }) {
  const { paused, has_mail_server: hasServer } = page.answer
  return (
    <>
      {!hasServer && <p class="notice">{say(page, 'page.outbox-no-server')}</p>}
      {paused && <p class="notice">{say(page, 'page.outbox-is-paused')}</p>}
    </>
  )
}

function PauseForm({ page }: { page: OutboxPage }) {
  const { paused } = page.answer
  return (
    <PostForm page={page} action="mails" hidden={{ paused: String(!paused), came_from: page.address }}>
      <button type="submit" class={paused ? undefined : 'secondary'}>
        {say(page, paused ? 'page.outbox-resume' : 'page.outbox-pause')}
      </button>
    </PostForm>
  )
}

const states = ['waiting', 'sent', 'skipped', 'failed'] as const

/** Renders links that filter the emails by state, with the number of emails in each state. */
function States({ page }: { page: OutboxPage }) {
  const { counts } = page.answer
  const total = states.reduce((sum, state) => sum + counts[state], 0)
  const links = [
    { value: '', text: say(page, 'page.outbox-all', { count: total }) },
    ...states.map(value => ({ value, text: `${say(page, `page.outbox.${value}`)} (${counts[value]})` })),
  ]
  return <Filters page={page} label={say(page, 'page.outbox-states')} parameter="state" links={links} />
}

function MailRow({ page, mail }: { page: OutboxPage; mail: OutboxMail }) {
  const { presenter, release, state, created, attempts } = mail
  const name = presenter.title || say(page, 'page.outbox-deleted')
  return (
    <tr>
      <th scope="row">
        {presenter['@id'] === null ? name : <a href={safeLink(presenter['@id'])}>{name}</a>}
        <small>{say(page, 'page.outbox-about', { release, time: momentOf(page, created) })}</small>
      </th>
      <td>
        {say(page, `page.outbox.${state}`)}
        <small>{say(page, 'page.outbox-attempts', { count: attempts })}</small>
      </td>
      <td>
        <Outcome page={page} mail={mail} />
      </td>
      <td class="actions">
        <Retry page={page} id={mail.id} name={name} />
      </td>
    </tr>
  )
}

const momentOf = (page: OutboxPage, time: string): string =>
  formatInstant(time, 'dayAndTime', page.language, zoneOf(page))

/** Renders the result of the last attempt to send an email, and the time of the next attempt. */
function Outcome({ page, mail: { last_attempt: last, next_attempt: next } }: { page: OutboxPage; mail: OutboxMail }) {
  return (
    <>
      {last && (
        <>
          {momentOf(page, last.time)} {last.message}
        </>
      )}
      {next !== null && <small>{say(page, 'page.outbox-next', { time: momentOf(page, next) })}</small>}
    </>
  )
}

function Retry({ page, id, name }: { page: OutboxPage; id: string; name: string }) {
  return (
    <PostForm page={page} action="retryMail" hidden={{ mail: id, came_from: page.address }}>
      <SubmitButton text={say(page, 'page.outbox-retry')} subject={name} />
    </PostForm>
  )
}
