import type { JsonObject } from '@plenum/core'
import type { DeliveryPayload, WebhookPayload } from '@plenum/core/answers'
import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'
import { textTable } from '../terminal/textTable.js'

interface WebhookFlags {
  readonly title?: string
  readonly kind: readonly string[]
  readonly type: readonly string[]
  readonly workflow: readonly string[]
  readonly path?: string
  readonly paused?: true
}

export function addWebhookCommands(plenum: Command, context: CommandContext): void {
  const webhook = plenum.command('webhook').description('webhooks and their deliveries')
  addListing(webhook, context)
  addChanges(webhook, context)
  addDeliveries(webhook, context)
}

function addListing(webhook: Command, { output, withService }: CommandContext): void {
  webhook
    .command('list')
    .description('list webhooks with their addresses, states and waiting messages')
    .action(() =>
      withService(async ({ site, asOwner }) => {
        const { items } = await asOwner(site, 'listWebhooks')
        if (items.length === 0) return output.say('There are no webhooks.')
        for (const line of textTable(items.map(rowOf))) output.say(line)
      }),
    )
  webhook
    .command('add <address>')
    .description('add a webhook, and print its secret')
    .option('--title <title>', 'name of the webhook')
    .option('--kind <kind...>', 'kinds of events (default: all kinds that concern content)', [])
    .option('--type <type...>', 'content types (default: all types)', [])
    .option('--workflow <id...>', 'send messages only for transitions in these workflows', [])
    .option('--path <path>', 'send messages only for objects at or below this path')
    .option('--paused', 'add the webhook as paused, so that it sends no messages until it is resumed')
    .action((address: string, { title, kind: kinds, type: types, workflow: workflows, path, paused }: WebhookFlags) =>
      withService(async ({ site, asOwner }) => {
        const choices: JsonObject = {
          ...(title === undefined ? {} : { title }),
          ...(path === undefined ? {} : { path }),
          ...(paused ? { paused } : {}),
        }
        const body = { address, kinds, types, workflows, ...choices }
        const { id, secret } = await asOwner(site, 'addWebhook', body)
        output.say(`Added the webhook ${id}. Its secret, which is shown only once, is ${secret}.`)
      }),
    )
}

function rowOf({ id, address, paused, failures, deliveries: { waiting, parked } }: WebhookPayload): readonly string[] {
  const state = paused ? 'paused' : failures > 0 ? `failing (${failures})` : 'active'
  return [id, state, `waiting: ${waiting}`, `parked: ${parked}`, address]
}

function addChanges(webhook: Command, { output, withService }: CommandContext): void {
  const setPaused = (name: string, paused: boolean, description: string, done: string): void => {
    webhook
      .command(`${name} <id>`)
      .description(description)
      .action((id: string) =>
        withService(async ({ site, asOwner }) => {
          await asOwner(site, 'editWebhook', { id, body: { paused } })
          output.say(`${done} the webhook ${id}.`)
        }),
      )
  }
  setPaused('pause', true, 'pause a webhook, so that it sends no messages until it is resumed', 'Paused')
  setPaused('resume', false, 'resume a webhook', 'Resumed')
  webhook
    .command('rotate <id>')
    .description(
      'replace the secret of a webhook, and print the new secret; the previous secret remains valid for 24 hours',
    )
    .action((id: string) =>
      withService(async ({ site, asOwner }) => {
        const { secret } = await asOwner(site, 'rotateWebhook', { id })
        output.say(`The new secret of the webhook ${id}, which is shown only once, is ${secret}.`)
      }),
    )
  webhook
    .command('remove <id>')
    .description('remove a webhook and its deliveries')
    .action((id: string) =>
      withService(async ({ site, asOwner }) => {
        await asOwner(site, 'removeWebhook', { id })
        output.say(`Removed the webhook ${id}.`)
      }),
    )
}

function addDeliveries(webhook: Command, { output, withService }: CommandContext): void {
  webhook
    .command('ping <id>')
    .description('queue a test message, which the running service sends')
    .action((id: string) =>
      withService(async ({ site, asOwner }) => {
        const delivery = await asOwner(site, 'pingWebhook', { id })
        output.say(`Queued the message ${delivery.id}.`)
      }),
    )
  webhook
    .command('deliveries <id>')
    .description('list the deliveries of a webhook, newest first')
    .option('--state <state>', 'list only deliveries in this state: waiting, delivered or parked')
    .option('--limit <number>', 'maximum number of deliveries', '25')
    .action((id: string, { state, limit }: { state?: string; limit: string }) =>
      withService(async ({ site, asOwner }) => {
        const size = /^\d{1,4}$/.test(limit) ? Number(limit) : 25
        const { items, items_total: total = 0 } = await asOwner(site, 'listDeliveries', {
          id,
          state,
          batch: { start: 0, size },
        })
        for (const line of textTable(items.map(deliveryRow))) output.say(line)
        output.say(`${items.length} of ${total} deliveries at ${new Date(site.now()).toISOString()}.`)
      }),
    )
  webhook
    .command('repeat <id> <delivery>')
    .description('queue a delivered or parked message again, with the same id')
    .action((id: string, delivery: string) =>
      withService(async ({ site, asOwner }) => {
        await asOwner(site, 'repeatDelivery', { id, delivery })
        output.say(`Queued the message ${delivery} again.`)
      }),
    )
}

function deliveryRow({ id, kind, state, created, attempts, last_attempt: last }: DeliveryPayload): readonly string[] {
  const outcome = last?.message ?? (last?.status ? `status ${last.status}` : '')
  return [id, state, kind, created, `attempts: ${attempts}`, outcome]
}
