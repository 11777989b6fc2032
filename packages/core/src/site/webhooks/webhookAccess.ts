import { DomainError, message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import type { Webhook, WebhookChange, WebhookStore } from '../../webhooks/webhook.js'
import type { RequestContext } from '../run/requestContext.js'

export const forManagers = {
  permission: permission.manageSite,
  exists: ({ node, environment }: RequestContext): boolean =>
    node.path === rootPath && environment.webhooks !== undefined,
}

export function storeOf({ environment }: RequestContext): WebhookStore {
  if (!environment.webhooks) throw new Error('The platform has no store for webhooks.')
  return environment.webhooks
}

export const missing = () => new DomainError('not-found', message('webhook.missing'))

export function webhookIn(webhooks: readonly Webhook[], id: string): Webhook {
  const webhook = webhooks.find(candidate => candidate.id === id)
  if (!webhook) throw missing()
  return webhook
}

export interface WebhookInput {
  readonly id: string
}

export async function write<A>(
  context: RequestContext,
  decide: (webhooks: readonly Webhook[]) => WebhookChange,
  answer: () => A,
): Promise<A> {
  await storeOf(context).change(decide)
  return answer()
}
