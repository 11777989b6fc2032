import { isReservedPath, problemOfId } from '../../../content/node/naming.js'
import { idOfPath, parentPath, rootPath } from '../../../foundation/paths.js'
import { findingAt, type IncomingFinding, type ObjectFinding } from './incomingSite.js'
import type { PlannedObject, Surroundings } from './plannedObject.js'
import { occupantOf } from './relocations.js'

interface IncomingPlan {
  /** The planned objects: containers before their items, and siblings in their original order. */
  readonly order: readonly PlannedObject[]
  readonly findings: readonly IncomingFinding[]
}

export function planIncoming(objects: readonly PlannedObject[], surroundings: Surroundings): IncomingPlan {
  const findings: IncomingFinding[] = []
  const note = (planned: PlannedObject, finding: Omit<ObjectFinding, 'key'>): void =>
    void findings.push(findingAt(planned, { key: '@id', ...finding }))
  const byPath = new Map<string, PlannedObject>()
  for (const planned of objects) {
    const first = byPath.get(planned.path)
    if (first) note(planned, { kind: 'same-path', weight: 'problem', detail: first.uid })
    else byPath.set(planned.path, planned)
    const problem = problemOf(planned)
    if (problem) note(planned, problem)
  }
  const { order, orphans } = sortTopDown(byPath, surroundings)
  const planned = new Set(order.map(({ uid }) => uid))
  for (const ordered of order) {
    const occupant = occupantOf(ordered, surroundings)
    if (occupant && !planned.has(occupant.uid) && ordered.path !== rootPath)
      note(ordered, { kind: 'taken', weight: 'problem', detail: occupant.uid })
  }
  for (const { planned, reason } of orphans) note(planned, reason)
  return { order, findings }
}

function problemOf({ path, type, isKnownType }: PlannedObject): Omit<ObjectFinding, 'key'> | null {
  if (path === rootPath) return null
  if (!isKnownType) return { kind: 'type', weight: 'unknown', detail: type }
  const id = idOfPath(path)
  return isReservedPath(path) || problemOfId(id) !== null ? { kind: 'id', weight: 'problem', detail: id } : null
}

interface Orphan {
  readonly planned: PlannedObject
  readonly reason: Omit<ObjectFinding, 'key'>
}

/**
 * Sorts the objects so that containers precede their items. Objects of unknown types are omitted. Objects without a
 * container, and the items of omitted containers, are returned as `orphans`.
 */
function sortTopDown(byPath: ReadonlyMap<string, PlannedObject>, { at }: Surroundings) {
  const children = new Map<string, PlannedObject[]>()
  const tops: PlannedObject[] = []
  for (const planned of byPath.values()) {
    const container = parentPath(planned.path)
    if (planned.path === rootPath || (!byPath.has(container) && at.has(container))) tops.push(planned)
    else addTo(children, container, planned)
  }
  const order: PlannedObject[] = []
  const pending = tops.sort(bySiblings).reverse()
  for (let planned = pending.pop(); planned; planned = pending.pop()) {
    if (!planned.isKnownType) continue
    const container = byPath.get(parentPath(planned.path))
    order.push({ ...planned, container: planned.path === rootPath ? null : (container?.uid ?? null) })
    pending.push(...(children.get(planned.path) ?? []).sort(bySiblings).reverse())
  }
  return { order, orphans: orphansOf(byPath, new Set(order.map(({ uid }) => uid))) }
}

function orphansOf(byPath: ReadonlyMap<string, PlannedObject>, orderedUids: ReadonlySet<string>): readonly Orphan[] {
  return [...byPath.values()].flatMap((planned): readonly Orphan[] => {
    if (orderedUids.has(planned.uid) || !planned.isKnownType) return []
    const container = parentPath(planned.path)
    const kind = byPath.has(container) ? 'left-out' : 'container'
    return [{ planned, reason: { kind, weight: 'unknown', detail: container } }]
  })
}

const bySiblings = (a: PlannedObject, b: PlannedObject): number =>
  (a.position ?? Number.MAX_VALUE) - (b.position ?? Number.MAX_VALUE) || (a.path < b.path ? -1 : 1)

function addTo(lists: Map<string, PlannedObject[]>, key: string, planned: PlannedObject): void {
  const list = lists.get(key)
  if (list) list.push(planned)
  else lists.set(key, [planned])
}
