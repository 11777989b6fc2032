import {
  describedUid,
  descriptiveKeys,
  isTeaser,
  linkedUidIn,
  linkedUids,
  teaserTarget,
} from '../../content/blocks/uidLinks.js'
import type { Field } from '../../content/fields/field.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { resolveTargets } from '../present/references/pairs.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'

/**
 * Restores stored teaser targets and descriptions of linked objects that are missing in the submitted value. Payloads
 * omit them if the objects are hidden from the caller, deleted, or not among the first 1,000 targets of the field
 * (docs/content-and-access.md, Blocks and values, rule 8).
 */
export async function withHiddenTargets(
  context: RequestContext,
  { field, value, stored }: { readonly field: Field; readonly value: JsonValue; readonly stored: JsonValue },
): Promise<JsonValue> {
  const omitted = new Set<string>()
  restored(value, stored, uid => {
    omitted.add(uid)
    return false
  })
  if (omitted.size === 0) return value
  const visible = await resolveTargets(context, omitted, principalsOf(context))
  const links = new Set(linkedUids(field, stored).links)
  return restored(value, stored, uid => !visible.has(uid) || !links.has(uid))
}

function restored(value: JsonValue, stored: JsonValue, isHidden: (uid: string) => boolean): JsonValue {
  if (Array.isArray(value) && Array.isArray(stored))
    return value.map((item: JsonValue, i) => restored(item, (stored[i] as JsonValue | undefined) ?? null, isHidden))
  if (!isJsonObject(value) || !isJsonObject(stored)) return value
  if (isEmptyTeaser(value)) return restoredTeaser(value, stored, isHidden)
  if (isUndescribed(value, stored)) return restoredItem(value, stored, isHidden)
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

function isUndescribed(item: JsonObject, stored: JsonObject): boolean {
  const uid = describedUid(stored)
  return uid !== undefined && linkedUidIn(item) === uid && describedUid(item) === undefined
}

function restoredItem(item: JsonObject, stored: JsonObject, isHidden: (uid: string) => boolean): JsonObject {
  if (!isHidden(describedUid(stored) ?? '')) return item
  const description = Object.entries(stored).filter(([key]) => descriptiveKeys.has(key))
  return { ...Object.fromEntries(description), ...item }
}
