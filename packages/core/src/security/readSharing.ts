import type { RoleSetting } from '../answers/sharing.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { type Message, message } from '../foundation/messages.js'

/** An entry of a sharing request. If `type` is null, `id` may be a group or a user. */
export interface SharingEntry {
  readonly id: string
  readonly type: 'user' | 'group' | null
  readonly roles: ReadonlyMap<string, RoleSetting>
}

export type SharingRead =
  | { readonly ok: true; readonly entries: readonly SharingEntry[]; readonly inherit: boolean | null }
  | { readonly ok: false; readonly reason: Message }

const maxEntries = 1000

/** Reads the body of a sharing request: `entries`, `inherit`, or both; other keys are ignored. */
export function readSharing({ entries: items = [], inherit = null }: JsonObject): SharingRead {
  if (inherit !== null && typeof inherit !== 'boolean') return { ok: false, reason: message('sharing.inherit') }
  if (!Array.isArray(items) || items.length > maxEntries)
    return { ok: false, reason: message('sharing.entries', { limit: maxEntries }) }
  const entries: SharingEntry[] = []
  for (const [i, value] of items.entries()) {
    const entry = readEntry(value)
    if (!entry) return { ok: false, reason: message('sharing.entry', { number: i + 1 }) }
    entries.push(entry)
  }
  return { ok: true, entries, inherit }
}

function readEntry(value: JsonValue): SharingEntry | undefined {
  if (!isJsonObject(value)) return undefined
  const { id, type = null, roles } = value
  if (typeof id !== 'string' || id === '' || !isJsonObject(roles)) return undefined
  if (type !== null && type !== 'user' && type !== 'group') return undefined
  const settings = Object.entries(roles)
  return settings.every(isSetting) ? { id, type, roles: new Map(settings) } : undefined
}

/** Clients send back unchanged settings as they received them, so `global` and `acquired` are allowed too. */
function isSetting(setting: [string, JsonValue]): setting is [string, RoleSetting] {
  return typeof setting[1] === 'boolean' || setting[1] === 'global' || setting[1] === 'acquired'
}
