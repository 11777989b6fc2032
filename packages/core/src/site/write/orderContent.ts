import { maxEntries } from '../../content/fields/reading.js'
import { type OrderDelta, reorder } from '../../content/node/ordering.js'
import type { ContainerOrder } from '../../content/store/change.js'
import { DomainError } from '../../foundation/domainError.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { idOfPath } from '../../foundation/paths.js'
import type { RequestContext } from '../run/requestContext.js'
import { scanFew } from '../run/scanMany.js'

type Orders = readonly ContainerOrder[]

/**
 * The new order of a container, from `ordering` or `sort` in the body; empty if the object is not a container
 * (docs/content-and-access.md, Order of items).
 */
export async function decideOrder(context: RequestContext, { ordering, sort }: JsonObject): Promise<Orders> {
  if (context.type.contains === null) return []
  if (ordering !== undefined && ordering !== null) return moveItem(context, ordering)
  return sort === undefined || sort === null ? [] : sortAll(context, sort)
}

/** The sorted ids of all children, including those that the caller may not see. */
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
  if (Array.isArray(subset) && subset.length > maxEntries)
    throw new DomainError('bad-request', message('order.too-long', { limit: maxEntries }))
  const names = subset === undefined || subset === null ? undefined : readNames(subset)
  if (typeof id !== 'string' || offset === undefined || names === null)
    throw new DomainError('bad-request', message('order.malformed'))
  const ids = await childIds(context)
  const ordered = reorder(ids, id, { delta: offset, ...(names ? { subset: names } : {}) })
  if (!ordered.ok) throw new DomainError('bad-request', message(`order.${ordered.reason}`))
  return [{ path: context.node.path, ids: ordered.ids }]
}

function readDelta(delta: JsonValue | undefined): OrderDelta | undefined {
  if (delta === 'top' || delta === 'bottom') return delta
  const offset = typeof delta === 'string' && /^-?\d{1,9}$/.test(delta) ? Number(delta) : delta
  return typeof offset === 'number' && Number.isSafeInteger(offset) ? offset : undefined
}

function readNames(names: JsonValue): readonly string[] | null {
  return Array.isArray(names) && names.every(name => typeof name === 'string') ? names : null
}

const directions: Readonly<Record<string, boolean>> = { ascending: false, descending: true, reverse: true }

async function sortAll(context: RequestContext, sort: JsonValue): Promise<Orders> {
  const { on, order } = isJsonObject(sort) ? sort : {}
  const descending = typeof order === 'string' && Object.hasOwn(directions, order) ? directions[order] : undefined
  if (typeof on !== 'string' || descending === undefined)
    throw new DomainError('bad-request', message('sort.malformed'))
  const by = on === 'id' ? 'getId' : on
  return [{ path: context.node.path, ids: await childIds(context, { by, descending }) }]
}
