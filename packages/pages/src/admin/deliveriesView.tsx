import type { PageOf } from '@plenum/core'
import type { AttemptPayload, DeliveryPayload } from '@plenum/core/answers'
import { Batches } from '../content/batches.js'
import { Figure, Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { PostForm, SubmitButton } from '../frame/postForm.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'

type DeliveriesPage = PageOf<'deliveries'>

/**
 * Renders `@webhooks/{id}/deliveries`, the deliveries of a webhook. Each completed delivery, whether successful or not,
 * has a form to resend its message.
 */
export function DeliveriesView({ page }: { page: DeliveriesPage }) {
  const { items } = page.answer
  const columns = [
    say(page, 'page.delivery-message'),
    say(page, 'page.webhook-state'),
    say(page, 'page.delivery-attempts'),
    say(page, 'page.delivery-last'),
    '',
  ]
  return (
    <article>
      <PageHeader
        title={say(page, 'page.webhook-deliveries')}
        lead={items.length === 0 ? say(page, 'page.delivery-none') : null}
      />
      {items.length > 0 && (
        <Table label={say(page, 'page.webhook-deliveries')} class="stacked" columns={columns}>
          {items.map(delivery => (
            <DeliveryRow page={page} delivery={delivery} />
          ))}
        </Table>
      )}
      <Batches page={page} />
    </article>
  )
}

function DeliveryRow({ page, delivery }: { page: DeliveriesPage; delivery: DeliveryPayload }) {
  const { id, kind, state, created, attempts, last_attempt: last } = delivery
  return (
    <tr>
      <th scope="row">
        {kind} <Moment page={page} time={created} />
        <small>
          <code>{id}</code>
        </small>
      </th>
      <td>{say(page, `page.delivery.${state}`)}</td>
      <Figure label={say(page, 'page.delivery-attempts')} value={attempts} />
      <td>{last && <Outcome page={page} attempt={last} />}</td>
      <td>{state !== 'waiting' && <Repeat page={page} delivery={id} />}</td>
    </tr>
  )
}

function Moment({ page, time }: { page: DeliveriesPage; time: string }) {
  return <time dateTime={time}>{formatInstant(time, 'dayAndTime', page.language, zoneOf(page))}</time>
}

function Outcome({ page, attempt }: { page: DeliveriesPage; attempt: AttemptPayload }) {
  const { time, status, message, duration } = attempt
  return (
    <>
      {message ?? say(page, 'page.delivery-status', { status: status ?? 0 })}
      <small>
        <Moment page={page} time={time} />, {duration} ms
      </small>
    </>
  )
}

function Repeat({ page, delivery }: { page: DeliveriesPage; delivery: string }) {
  const webhook = /@webhooks\/([^/]+)\/deliveries/.exec(page.address)?.[1] ?? ''
  return (
    <PostForm page={page} action="repeat" hidden={{ webhook, delivery, came_from: page.address }}>
      <SubmitButton text={say(page, 'page.delivery-repeat')} subject={delivery} />
    </PostForm>
  )
}
