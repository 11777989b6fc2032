import { type EventKind, eventKinds } from '../changeFeed/events.js'
import { excerptOf, type JsonObject, type JsonValue } from '../foundation/json.js'
import { badRequest } from '../foundation/messages.js'
import { trimPath } from '../foundation/paths.js'
import { isWebhookSecret, maskedSecret } from './secrets.js'
import type { Webhook, WebhookFilter } from './webhook.js'

export interface KnownNames {
  readonly types: readonly string[]
  readonly workflows: readonly string[]
}

/** A change to a webhook. Absent values remain unchanged. */
export interface WebhookEdit extends Partial<Pick<Webhook, 'title' | 'address' | 'isPaused'>> {
  readonly secret?: string
  readonly filter: Partial<WebhookFilter>
}

const keys = ['title', 'address', 'secret', 'paused', 'kinds', 'types', 'workflows', 'path']
const [longestAddress, longestText, longestList] = [2000, 1000, 100]

/**
 * Validates the body of a request that adds or changes a webhook. Throws a DomainError `bad-request` for the first
 * problem.
 */
export function readWebhook(body: JsonObject, { types, workflows }: KnownNames): WebhookEdit {
  const unknown = Object.keys(body).find(key => !keys.includes(key) && !key.startsWith('@'))
  if (unknown !== undefined) throw badRequest('webhook.key', { name: unknown.slice(0, 100), known: keys.join(', ') })
  const { title, address, secret, paused } = body
  return {
    ...(title === undefined ? {} : { title: readTitle(title) }),
    ...(address === undefined ? {} : { address: readAddress(address) }),
    ...(secret === undefined || secret === maskedSecret ? {} : { secret: readSecret(secret) }),
    ...(paused === undefined ? {} : { isPaused: readPaused(paused) }),
    filter: {
      ...(body.kinds === undefined ? {} : { kinds: readNames<EventKind>('kinds', body.kinds, eventKinds) }),
      ...(body.types === undefined ? {} : { types: readNames('types', body.types, types) }),
      ...(body.workflows === undefined ? {} : { workflows: readNames('workflows', body.workflows, workflows) }),
      ...(body.path === undefined ? {} : { path: readPath(body.path) }),
    },
  }
}

/**
 * Matches absolute http and https URLs without credentials and fragments. The parts of the URL are validated before
 * each delivery attempt.
 */
const address = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#]*)?$/i

/**
 * Returns the URL in a request body. Each delivery attempt checks whether the host is public, because this can change.
 */
function readAddress(value: JsonValue): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length <= longestAddress && address.test(text)) return text
  throw badRequest('webhook.address', { limit: longestAddress })
}

function readTitle(value: JsonValue): string {
  if (typeof value === 'string' && value.length <= longestText) return value.trim()
  throw badRequest('webhook.title', { limit: longestText })
}

function readSecret(value: JsonValue): string {
  if (typeof value === 'string' && isWebhookSecret(value)) return value
  throw badRequest('webhook.secret')
}

function readPaused(value: JsonValue): boolean {
  if (typeof value === 'boolean') return value
  throw badRequest('webhook.paused')
}

function readPath(value: JsonValue): string {
  if (typeof value === 'string' && /^\/[^?#]*$/.test(value) && value.length <= longestText) return trimPath(value)
  throw badRequest('webhook.path')
}

function readNames<Name extends string>(key: string, value: JsonValue, known: readonly Name[]): readonly Name[] {
  if (!Array.isArray(value) || value.length > longestList) throw badRequest('webhook.names', { name: key })
  return [...new Set<JsonValue>(value)].map(name => {
    const match = known.find(candidate => candidate === name)
    if (match !== undefined) return match
    throw badRequest('webhook.unknown', { name: excerptOf(name), key, known: known.join(', ') })
  })
}
