import type { PageOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { say } from '../say.js'

/** Renders the new secret of a webhook, which is shown only once. */
export function SecretView({ page }: { page: PageOf<'secret'> }) {
  const { address, secret } = page.answer
  return (
    <article>
      <PageHeader title={say(page, 'page.webhook-secret')} lead={say(page, 'page.webhook-secret-once', { address })} />
      <p>
        <code>{secret}</code>
      </p>
      <p>
        <a href={`${page.base}/@webhooks`}>{say(page, 'page.webhooks')}</a>
      </p>
    </article>
  )
}
