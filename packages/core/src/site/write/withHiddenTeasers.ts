import { isTeaser, teaserTarget } from '../../content/blocks/uidLinks.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { resolveTargets } from '../present/references/pairs.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'

/**
 * Restores the stored targets of teasers that the caller sent back without one, because it is hidden from the caller
 * (docs/content-and-access.md, Blocks and values).
 */
export async function withHiddenTeasers(
  context: RequestContext,
  value: JsonValue,
  stored: JsonValue,
): Promise<JsonValue> {
  const emptied = new Set<string>()
  restored(value, stored, uid => {
    emptied.add(uid)
    return false
  })
  if (emptied.size === 0) return value
  const existing = await resolveTargets(context, emptied, 'system')
  const visible = await resolveTargets(context, emptied, principalsOf(context))
  return restored(value, stored, uid => existing.has(uid) && !visible.has(uid))
}

function restored(value: JsonValue, stored: JsonValue, isHidden: (uid: string) => boolean): JsonValue {
  if (Array.isArray(value) && Array.isArray(stored))
    return value.map((item: JsonValue, i) => restored(item, (stored[i] as JsonValue | undefined) ?? null, isHidden))
  if (!isJsonObject(value) || !isJsonObject(stored)) return value
  if (isEmptyTeaser(value)) return restoredTeaser(value, stored, isHidden)
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, restored(part, stored[key] ?? null, isHidden)]),
  )
}

const isEmptyTeaser = (block: JsonObject): boolean =>
  isTeaser(block) && Array.isArray(block.href) && block.href.length === 0

function restoredTeaser(teaser: JsonObject, stored: JsonObject, isHidden: (uid: string) => boolean): JsonObject {
  const uid = isTeaser(stored) ? teaserTarget(stored) : undefined
  return uid !== undefined && isHidden(uid) ? { ...teaser, href: stored.href ?? null } : teaser
}
