import type { ContentReader } from '../../../content/store/contentReader.js'
import { idOfPath, rootPath } from '../../../foundation/paths.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import type { PlannedObject, Present, Surroundings } from './plannedObject.js'

interface Ordering extends Surroundings {
  readonly order: readonly PlannedObject[]
  readonly reader: ContentReader
}

/**
 * New orders of existing containers: imported objects are in their own order, other objects stay at their positions.
 */
export async function* siblingOrders({ order, present, reader }: Ordering): AsyncGenerator<WholeChange> {
  const imported = new Map(order.map(object => [object.uid, object]))
  for (const [container, children] of childrenByContainer(order)) {
    const existing = present.get(container)
    const path = imported.get(container)?.path
    if (!existing || path === undefined || children.length === 0) continue
    const remaining = (await storedChildren(reader, existing.path)).filter(
      ({ uid }) => (imported.get(uid)?.container ?? container) === container,
    )
    const remainingUids = new Set(remaining.map(({ uid }) => uid))
    const currentOrder = [
      ...remaining.map(({ uid }) => uid),
      ...children.filter(({ uid }) => !remainingUids.has(uid)).map(({ uid }) => uid),
    ]
    const importedOrder = children.map(({ uid }) => uid)
    const ordered = currentOrder.map(uid => (imported.has(uid) ? (importedOrder.shift() ?? uid) : uid))
    const idOf = new Map(remaining.map(({ uid, path: stored }) => [uid, idOfPath(stored)]))
    if (ordered.some((uid, i) => uid !== currentOrder[i]))
      yield { orders: [{ path, ids: ordered.map(uid => idOfPath(imported.get(uid)?.path ?? `/${idOf.get(uid)}`)) }] }
  }
}

function childrenByContainer(order: readonly PlannedObject[]): ReadonlyMap<string, readonly PlannedObject[]> {
  const children = new Map<string, PlannedObject[]>()
  for (const object of order) {
    if (object.container === null) continue
    const list = children.get(object.container)
    if (list) list.push(object)
    else children.set(object.container, [object])
  }
  return children
}

async function storedChildren(reader: ContentReader, path: string): Promise<readonly Present[]> {
  const where = [{ kind: 'below', path, depth: 'children' } as const]
  const children: Present[] = []
  const { chunks } = await reader.scan({
    principals: 'system',
    where,
    sort: [{ by: 'position', descending: false }],
  })
  for await (const hits of chunks)
    for (const { uid, path: childPath, type } of hits) children.push({ uid, path: childPath, type })
  return path === rootPath ? children.filter(child => child.path !== rootPath) : children
}
