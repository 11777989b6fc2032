import type { PageOf } from '@plenum/core'
import type { WebhookPayload } from '@plenum/core/answers'
import { eventKinds } from '@plenum/core/ports'
import { Figure, Table } from '../content/table.js'
import { PageHeader } from '../content/title.js'
import { PostForm, SubmitButton } from '../frame/postForm.js'
import { say } from '../say.js'

type WebhooksPage = PageOf<'webhooks'>

interface RowProps {
  readonly page: WebhooksPage
  readonly webhook: WebhookPayload
}

/** Renders `@webhooks`: the webhooks with their states, and forms to add, pause, test and remove webhooks. */
export function WebhooksView({ page }: { page: WebhooksPage }) {
  const { items } = page.answer
  const columns = [
    say(page, 'page.webhook-address'),
    say(page, 'page.webhook-state'),
    say(page, 'page.delivery.waiting'),
    say(page, 'page.delivery.delivered'),
    say(page, 'page.delivery.parked'),
    '',
  ]
  return (
    <article>
      <PageHeader
        title={say(page, 'page.webhooks')}
        lead={items.length === 0 ? say(page, 'page.webhook-none') : null}
      />
      {items.length > 0 && (
        <Table label={say(page, 'page.webhooks')} class="stacked" columns={columns}>
          {items.map(webhook => (
            <WebhookRow page={page} webhook={webhook} />
          ))}
        </Table>
      )}
      <AddForm page={page} />
    </article>
  )
}

function WebhookRow({ page, webhook }: RowProps) {
  const { id, title, address, deliveries } = webhook
  return (
    <tr>
      <th scope="row">
        {title && <span>{title} </span>}
        <code>{address}</code>
        <small>
          <a href={`${page.address}/${id}/deliveries`}>{say(page, 'page.webhook-deliveries')}</a>
        </small>
      </th>
      <td>{stateOf(page, webhook)}</td>
      {(['waiting', 'delivered', 'parked'] as const).map(state => (
        <Figure label={say(page, `page.delivery.${state}`)} value={deliveries[state]} />
      ))}
      <td class="actions">
        <PauseForm page={page} webhook={webhook} />
        <PostForm page={page} action="ping" hidden={{ webhook: id, came_from: page.address }}>
          <SubmitButton text={say(page, 'page.webhook-ping')} subject={address} />
        </PostForm>
        <Confirmed page={page} webhook={webhook} action="rotate" title="page.webhook-rotate" />
        <Confirmed page={page} webhook={webhook} action="removeWebhook" title="page.webhook-remove" />
      </td>
    </tr>
  )
}

function stateOf(page: WebhooksPage, { paused, failures }: WebhookPayload): string {
  if (paused) return say(page, 'page.webhook-paused')
  return failures > 0 ? say(page, 'page.webhook-failing', { count: failures }) : say(page, 'page.webhook-active')
}

function PauseForm({ page, webhook: { id, paused, address } }: RowProps) {
  return (
    <PostForm page={page} action="webhook" hidden={{ webhook: id, paused: String(!paused), came_from: page.address }}>
      <SubmitButton text={say(page, paused ? 'page.webhook-resume' : 'page.webhook-pause')} subject={address} />
    </PostForm>
  )
}

interface ConfirmedProps extends RowProps {
  readonly action: 'rotate' | 'removeWebhook'
  readonly title: 'page.webhook-rotate' | 'page.webhook-remove'
}

/**
 * Renders a button in a collapsed section that describes its effect, so that a single click cannot trigger the action.
 */
function Confirmed({ page, webhook: { id, address }, action, title }: ConfirmedProps) {
  return (
    <details>
      <summary>{say(page, title)}</summary>
      <p>{say(page, `${title}-effect`)}</p>
      <PostForm page={page} action={action} hidden={{ webhook: id, came_from: page.address }}>
        <SubmitButton text={say(page, title)} subject={address} kind="danger" />
      </PostForm>
    </details>
  )
}

function AddForm({ page }: { page: WebhooksPage }) {
  return (
    <details open={page.answer.items.length === 0}>
      <summary>{say(page, 'page.webhook-add')}</summary>
      <PostForm page={page} action="addWebhook" class="fields" hidden={{ came_from: page.address }}>
        <label for="webhook-address">{say(page, 'page.webhook-address')}</label>
        <input id="webhook-address" name="address" type="url" required />
        <label for="webhook-title">{say(page, 'page.webhook-title')}</label>
        <input id="webhook-title" name="title" />
        <label for="webhook-path">{say(page, 'page.webhook-path')}</label>
        <input id="webhook-path" name="path" value="/" />
        <fieldset>
          <legend>{say(page, 'page.webhook-kinds')}</legend>
          {eventKinds.map(kind => (
            <label>
              <input type="checkbox" name="kind" value={kind} /> {kind}
            </label>
          ))}
        </fieldset>
        <button type="submit">{say(page, 'page.webhook-add')}</button>
      </PostForm>
    </details>
  )
}
