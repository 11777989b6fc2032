import type { WebhookPayload, WebhooksPayload } from '../../answers/webhooks.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { userIdOf } from '../../security/caller.js'
import { readWebhook, type WebhookEdit } from '../../webhooks/readWebhook.js'
import { newWebhookSecret, rotated } from '../../webhooks/secrets.js'
import { maxWebhooks, type Webhook, type WebhookChange, type WebhookFilter } from '../../webhooks/webhook.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { editedWebhook, webhookEvent } from '../webhooks/editedWebhook.js'
import { presentWebhook } from '../webhooks/presentWebhook.js'
import { forManagers, missing, storeOf, type WebhookInput, webhookIn, write } from '../webhooks/webhookAccess.js'

/** `GET /@webhooks` returns all webhooks. */
export const listWebhooks: Operation<undefined, WebhooksPayload> = {
  ...forManagers,
  async run(context) {
    const store = storeOf(context)
    const webhooks = await store.webhooks()
    const counts = await store.counts()
    const items = webhooks.map(webhook => presentWebhook(context, { webhook, counts: counts.get(webhook.id) }))
    return { answer: { '@id': `${context.base}/@webhooks`, items, items_total: items.length } }
  },
}

/** `GET /@webhooks/{id}` returns a webhook. */
export const getWebhook: Operation<WebhookInput, WebhookPayload> = {
  ...forManagers,
  async run(context, { id }) {
    const store = storeOf(context)
    const webhook = webhookIn(await store.webhooks(), id)
    return { answer: presentWebhook(context, { webhook, counts: (await store.counts()).get(id) }) }
  },
}

/** `POST /@webhooks` adds a webhook. Only this response contains the secret of the webhook. */
export const addWebhook: Operation<JsonObject, WebhookPayload> = {
  ...forManagers,
  async run(context, body) {
    const edit = readBody(context, body)
    const { address, isPaused = false, title = '', secret = newWebhookSecret(context.environment.randomBytes) } = edit
    if (address === undefined) throw badRequest('webhook.no-address')
    const { newest } = await context.reader.feedState()
    const webhook: Webhook = {
      id: context.environment.newUid(),
      title,
      address,
      secrets: [{ secret, ends: null }],
      filter: { ...everything, ...edit.filter },
      isPaused,
      position: newest,
      failures: 0,
      retryAt: 0,
      created: context.now,
      creator: userIdOf(context.caller),
    }
    const add = (webhooks: readonly Webhook[]): WebhookChange => {
      if (webhooks.length >= maxWebhooks) throw badRequest('webhook.too-many', { limit: maxWebhooks })
      return { webhooks: [webhook], events: [webhookEvent(context, null, webhook)] }
    }
    return { later: () => write(context, add, () => presentWebhook(context, { webhook, secret })) }
  },
}

const everything: WebhookFilter = { kinds: [], types: [], workflows: [], path: rootPath }

function readBody({ environment: { registry, workflows } }: RequestContext, body: JsonObject): WebhookEdit {
  return readWebhook(body, { types: [...registry.types.keys()], workflows: [...workflows.definitions.keys()] })
}

/**
 * `PATCH /@webhooks/{id}` changes a webhook. A webhook that was paused by a restore needs a new secret before it can be
 * resumed.
 */
export const editWebhook: Operation<WebhookInput & { readonly body: JsonObject }, null> = {
  ...forManagers,
  async run(context, { id, body }) {
    const edit = readBody(context, body)
    const { newest } = await context.reader.feedState()
    const decide = (webhooks: readonly Webhook[]): WebhookChange => {
      const before = webhookIn(webhooks, id)
      const webhook = editedWebhook(before, edit, { now: context.now, newest })
      return { webhooks: [webhook], events: [webhookEvent(context, before, webhook)] }
    }
    return { later: () => write(context, decide, () => null) }
  },
}

/** `POST /@webhooks/{id}/rotate` replaces the secret. Only this response contains the new secret. */
export const rotateWebhook: Operation<WebhookInput, WebhookPayload> = {
  ...forManagers,
  async run(context, { id }) {
    const secret = newWebhookSecret(context.environment.randomBytes)
    return {
      later: async () => {
        const written: Webhook[] = []
        await storeOf(context).change(webhooks => {
          const before = webhookIn(webhooks, id)
          const webhook = { ...before, secrets: rotated(before.secrets, secret, context.now) }
          written.push(webhook)
          return { webhooks: [webhook], events: [webhookEvent(context, before, webhook)] }
        })
        const webhook = written.at(-1)
        if (!webhook) throw missing()
        return presentWebhook(context, { webhook, secret })
      },
    }
  },
}

/** `DELETE /@webhooks/{id}` deletes a webhook and its deliveries. */
export const removeWebhook: Operation<WebhookInput, null> = {
  ...forManagers,
  async run(context, { id }) {
    const decide = (webhooks: readonly Webhook[]): WebhookChange => ({
      removed: [id],
      events: [webhookEvent(context, webhookIn(webhooks, id), null)],
    })
    return { later: () => write(context, decide, () => null) }
  },
}
