import type { ContentReader } from '../../../content/store/contentStore.js'
import { idOfPath, rootPath } from '../../../foundation/paths.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import type { Coming, Present, Surroundings } from './incomingPlan.js'

interface Ordering extends Surroundings {
  readonly order: readonly Coming[]
  readonly reader: ContentReader
}

/**
 * New orders of existing containers: imported objects are in their own order, other objects stay at their positions.
 */
export async function* siblingOrders({ order, present, reader }: Ordering): AsyncGenerator<WholeChange> {
  const coming = new Map(order.map(one => [one.uid, one]))
  for (const [container, children] of childrenByContainer(order)) {
    const known = present.get(container)
    const path = coming.get(container)?.path
    if (!known || path === undefined || children.length === 0) continue
    const stays = (await storedChildren(reader, known.path)).filter(
      ({ uid }) => (coming.get(uid)?.container ?? container) === container,
    )
    const there = new Set(stays.map(({ uid }) => uid))
    const now = [...stays.map(({ uid }) => uid), ...children.filter(({ uid }) => !there.has(uid)).map(({ uid }) => uid)]
    const wanted = children.map(({ uid }) => uid)
    const ordered = now.map(uid => (coming.has(uid) ? (wanted.shift() ?? uid) : uid))
    const idOf = new Map(stays.map(({ uid, path: stored }) => [uid, idOfPath(stored)]))
    if (ordered.some((uid, i) => uid !== now[i]))
      yield { orders: [{ path, ids: ordered.map(uid => idOfPath(coming.get(uid)?.path ?? `/${idOf.get(uid)}`)) }] }
  }
}

function childrenByContainer(order: readonly Coming[]): ReadonlyMap<string, readonly Coming[]> {
  const children = new Map<string, Coming[]>()
  for (const one of order) {
    if (one.container === null) continue
    const list = children.get(one.container)
    if (list) list.push(one)
    else children.set(one.container, [one])
  }
  return children
}

async function storedChildren(reader: ContentReader, path: string): Promise<readonly Present[]> {
  const where = [{ kind: 'below', path, depth: 'children' } as const]
  const children: Present[] = []
  const { stretches } = await reader.scan({
    principals: 'system',
    where,
    sort: [{ by: 'position', descending: false }],
  })
  for await (const hits of stretches)
    for (const { uid, path: own, type } of hits) children.push({ uid, path: own, type })
  return path === rootPath ? children.filter(child => child.path !== rootPath) : children
}
