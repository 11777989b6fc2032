import type { ContentReader } from '../../../content/store/contentReader.js'
import { idOfPath, parentPath, pathsAbove, rootPath } from '../../../foundation/paths.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import type { PlannedObject, Present, Surroundings } from './plannedObject.js'

export interface Relocations {
  current(stored: string): string
  /**
   * Returns the changes that move an object to its target path. If another object occupies this path, that object is
   * first moved to a temporary path and relocated later.
   */
  relocate(planned: PlannedObject): readonly WholeChange[]
  /** Returns the changes that remove the aliases for temporary paths. */
  end(): readonly WholeChange[]
}

/**
 * Plans how existing objects are moved to their target paths. `relocate` must be called for each container before the
 * items of the container.
 */
export function createRelocations({ present, at }: Surroundings, now: number): Relocations {
  const relocated = new Map<string, string>()
  const temporaryPaths: string[] = []
  const current = (stored: string): string => {
    const from = pathsAbove(stored).findLast(path => relocated.has(path))
    return from === undefined ? stored : (relocated.get(from) ?? from) + stored.slice(from.length)
  }
  const rename = (stored: string, to: string): WholeChange => {
    const renames = [{ from: current(stored), to, at: now }]
    relocated.set(stored, to)
    return { renames }
  }
  const relocate = (planned: PlannedObject): readonly WholeChange[] => {
    const existing = present.get(planned.uid)
    if (planned.path === rootPath || (existing && current(existing.path) === planned.path)) return []
    const occupant = occupantOf(planned, { present, at })
    const changes: WholeChange[] = []
    if (occupant && occupant.uid !== planned.uid && current(occupant.path) === planned.path) {
      const temporaryPath = `/${occupant.uid}`
      temporaryPaths.push(temporaryPath)
      changes.push(rename(occupant.path, temporaryPath))
    }
    if (existing) changes.push(rename(existing.path, planned.path))
    return changes
  }
  const end = () => (temporaryPaths.length > 0 ? [{ removeAliases: temporaryPaths.map(path => ({ path })) }] : [])
  return { current, relocate, end }
}

/** Returns the object that was at the target path, in the same container, before any relocation. */
export function occupantOf({ path, container }: PlannedObject, { present, at }: Surroundings) {
  const inside = container === null ? undefined : present.get(container)
  const before = container === null ? parentPath(path) : inside?.path
  if (before === undefined) return undefined
  return at.get(`${before === rootPath ? '' : before}${path.slice(path.lastIndexOf('/'))}`)
}

interface Ordering extends Surroundings {
  readonly order: readonly PlannedObject[]
  readonly reader: ContentReader
}

/**
 * Yields the changes that order the items of each container. Imported objects are sorted in the exported order. Other
 * objects keep their positions.
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
