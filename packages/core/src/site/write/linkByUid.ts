import { hasAddresses, mapAddresses } from '../../content/blocks/mapAddresses.js'
import { type AddressBases, siteAddress } from '../../content/blocks/siteAddress.js'
import { storedValue } from '../../content/blocks/storedValue.js'
import {
  describedUid,
  descriptiveKeys,
  isTeaser,
  linkedUidIn,
  linkedUids,
  maxTargets,
  teaserTarget,
} from '../../content/blocks/uidLinks.js'
import type { Field } from '../../content/fields/field.js'
import type { FieldValues } from '../../content/node/node.js'
import type { Principals } from '../../content/store/catalog.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { resolveTargets } from '../present/references/pairs.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'

export interface Written {
  readonly fields: readonly Field[]
  readonly values: FieldValues
  readonly stored: FieldValues
  /**
   * The path to which relative links refer: the path of the object or, for a new object, of any child of its container.
   */
  readonly at: string
}

export interface LinkResolution extends Pick<RequestContext, 'reader' | 'task'> {
  readonly bases: readonly string[]
  /**
   * The caller's principals. An old path is resolved only if they may view the object, or if the stored values already
   * link to the object.
   */
  readonly principals: Principals
}

/**
 * Replaces URLs and paths of objects in field values with links by UID, which remain valid when the object is moved
 * (docs/content-and-access.md, Blocks and values).
 */
export async function linkByUid(context: RequestContext, written: Written): Promise<FieldValues> {
  const { reader, task, base, environment } = context
  const bases = [base, environment.publicUrl ?? '']
  const values = await withUidLinks({ reader, task, bases, principals: principalsOf(context) }, written)
  const restored: Record<string, JsonValue> = { ...values }
  for (const field of written.fields) {
    const [value = null, stored = null] = [values[field.name], written.stored[field.name]]
    if (field.kind === 'json' && value !== stored)
      restored[field.name] = await withHiddenTargets(context, { field, value, stored })
  }
  return restored
}

export async function withUidLinks(
  resolution: LinkResolution,
  { fields, values, stored, at }: Written,
): Promise<FieldValues> {
  const changed = fields.filter(field => hasAddresses(field) && values[field.name] !== stored[field.name])
  if (changed.length === 0) return values
  const bases = { bases: resolution.bases, at }
  const known = new Set(changed.flatMap(field => linkedUids(field, stored[field.name] ?? null).links))
  const uids = await uidsByPath(resolution, pathsIn(changed, values, bases), known)
  const linked = changed.flatMap((field): [string, JsonValue][] => {
    const value = values[field.name] ?? null
    const linkedValue = storedValue(field, value, address => linkOf(address, bases, uids))
    return linkedValue === value ? [] : [[field.name, linkedValue]]
  })
  return linked.length === 0 ? values : { ...values, ...Object.fromEntries(linked) }
}

function linkOf(address: string, bases: AddressBases, uids: ReadonlyMap<string, string>): string {
  const target = siteAddress(address, bases)
  const uid = target && uids.get(target.path)
  return uid === undefined ? address : `resolveuid/${uid}${target?.suffix}`
}

/** Returns the paths of objects to which URLs and paths in field values refer, at most 1,000 per field. */
function pathsIn(fields: readonly Field[], values: FieldValues, bases: AddressBases): ReadonlySet<string> {
  const all = new Set<string>()
  for (const field of fields) {
    const paths = new Set<string>()
    const address = (address: string): string => {
      const path = paths.size < maxTargets ? siteAddress(address, bases)?.path : undefined
      if (path !== undefined) paths.add(path)
      return address
    }
    mapAddresses(field, values[field.name] ?? null, { address })
    for (const path of paths) all.add(path)
  }
  return all
}

/** The maximum number of unknown paths that are looked up as aliases. */
const maxAliases = 200

/**
 * Returns the UIDs of objects by path. Old paths are included only if the caller may view the object or if the stored
 * values already link to the object.
 */
async function uidsByPath(
  resolution: LinkResolution,
  paths: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const { reader, task, principals } = resolution
  const targets = await resolveTargets({ reader, task, base: '' }, paths, 'system')
  const uids = new Map([...targets].map(([path, { uid }]) => [path, uid]))
  const missing = [...paths].filter(path => !uids.has(path)).slice(0, maxAliases)
  const moves = new Map<string, string>()
  for (const path of missing) {
    if (task.isOver()) await task.next()
    const { movedTo } = await reader.open(path)
    if (movedTo?.startsWith('/')) moves.set(path, movedTo)
  }
  const moved = await resolveTargets({ reader, task, base: '' }, new Set(moves.values()), 'system')
  const visible = await resolveTargets({ reader, task, base: '' }, new Set(moves.values()), principals)
  for (const [path, movedTo] of moves) {
    const uid = moved.get(movedTo)?.uid
    if (uid !== undefined && (visible.has(movedTo) || known.has(uid))) uids.set(path, uid)
  }
  return uids
}

/**
 * Restores stored teaser targets and descriptions of linked objects that are missing in the submitted value. Payloads
 * omit them if the objects are hidden from the caller, deleted, or not among the first 1,000 targets of the field
 * (docs/content-and-access.md, Blocks and values, rule 8).
 */
async function withHiddenTargets(
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
