import { maxEntries } from '../../content/fields/reading.js'
import type { ContainerOrder } from '../../content/store/change.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import { idOfPath } from '../../foundation/paths.js'
import { scanFew } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'

type Orders = readonly ContainerOrder[]

/**
 * Returns the new orders of items that `ordering` or `sort` in the body requests. The list is empty if the object is
 * not a container (docs/content-and-access.md, Order of items).
 */
export async function decideOrder(context: RequestContext, { ordering, sort }: JsonObject): Promise<Orders> {
  if (context.type.contains === null) return []
  if (ordering !== undefined && ordering !== null) return moveItem(context, ordering)
  return sort === undefined || sort === null ? [] : sortAll(context, sort)
}

/** Returns the ids of all children in the given order, including children that the caller may not view. */
export async function childIds(
  context: RequestContext,
  sort: { by: string; descending: boolean } = { by: 'position', descending: false },
): Promise<readonly string[]> {
  const where = [{ kind: 'below', path: context.node.path, depth: 'children' } as const]
  const children = await scanFew(context, { principals: 'system', where, sort: [sort] })
  return children.map(({ path }) => idOfPath(path))
}

async function moveItem(context: RequestContext, ordering: JsonValue): Promise<Orders> {
  const { obj_id: id, delta, subset_ids: subset } = isJsonObject(ordering) ? ordering : {}
  const offset = readDelta(delta)
  if (Array.isArray(subset) && subset.length > maxEntries) throw badRequest('order.too-long', { limit: maxEntries })
  const names = subset === undefined || subset === null ? undefined : readNames(subset)
  if (typeof id !== 'string' || offset === undefined || names === null) throw badRequest('order.malformed')
  const ids = await childIds(context)
  const ordered = reorder(ids, id, { delta: offset, ...(names ? { subset: names } : {}) })
  if (!ordered.ok) throw badRequest(`order.${ordered.reason}`)
  return [{ path: context.node.path, ids: ordered.ids }]
}

function readDelta(delta: JsonValue | undefined): OrderDelta | undefined {
  if (delta === 'top' || delta === 'bottom') return delta
  const offset = typeof delta === 'string' && /^-?\d{1,9}$/.test(delta) ? Number(delta) : delta
  return typeof offset === 'number' && Number.isSafeInteger(offset) ? offset : undefined
}

const readNames = (names: JsonValue): readonly string[] | null =>
  Array.isArray(names) && names.every(name => typeof name === 'string') ? names : null

const directions: Readonly<Record<string, boolean>> = { ascending: false, descending: true, reverse: true }

async function sortAll(context: RequestContext, sort: JsonValue): Promise<Orders> {
  const { on, order } = isJsonObject(sort) ? sort : {}
  const descending = typeof order === 'string' && Object.hasOwn(directions, order) ? directions[order] : undefined
  if (typeof on !== 'string' || descending === undefined) throw badRequest('sort.malformed')
  const by = on === 'id' ? 'getId' : on
  return [{ path: context.node.path, ids: await childIds(context, { by, descending }) }]
}

/** A position, or a number of positions to move down. Negative numbers move up. */
export type OrderDelta = 'top' | 'bottom' | number

type Ordering =
  | { readonly ok: true; readonly ids: readonly string[] }
  | { readonly ok: false; readonly reason: 'mismatch' | 'unknown' }

function moveWithin(ids: readonly string[], id: string, delta: OrderDelta): readonly string[] {
  const siblings = ids.filter(sibling => sibling !== id)
  const from = ids.indexOf(id)
  const to =
    delta === 'top' ? 0 : delta === 'bottom' ? siblings.length : Math.min(Math.max(from + delta, 0), siblings.length)
  return siblings.toSpliced(to, 0, id)
}

/**
 * Moves an object among its siblings, or within the subset of siblings that the client sees. The positions of objects
 * outside the subset do not change. For example, if `b` is moved to the top of the subset `a b` in `a x b`, the result
 * is `b x a`. If the subset is not in the current order, the result is `mismatch` (docs/content-and-access.md, Order of
 * items).
 */
export function reorder(
  ids: readonly string[],
  id: string,
  move: { readonly delta: OrderDelta; readonly subset?: readonly string[] },
): Ordering {
  const subset = move.subset ?? ids
  const [allIds, subsetIds] = [new Set(ids), new Set(subset)]
  if (subset.some(sibling => !allIds.has(sibling))) return { ok: false, reason: 'unknown' }
  const inOrder = ids.filter(sibling => subsetIds.has(sibling))
  if (inOrder.length !== subset.length || inOrder.some((sibling, i) => sibling !== subset[i]))
    return { ok: false, reason: 'mismatch' }
  if (!subsetIds.has(id)) return { ok: true, ids }
  const moved = moveWithin(subset, id, move.delta)[Symbol.iterator]()
  return { ok: true, ids: ids.map(sibling => (subsetIds.has(sibling) ? (moved.next().value ?? sibling) : sibling)) }
}
