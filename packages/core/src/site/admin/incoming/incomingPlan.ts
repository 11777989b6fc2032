import { isReservedPath, problemOfId } from '../../../content/node/naming.js'
import { idOfPath, parentPath, rootPath } from '../../../foundation/paths.js'
import { type FoundIn, findingAt, type IncomingFinding } from './incomingFinding.js'
import type { IncomingObject } from './incomingSite.js'
import { atPlaceOf } from './moves.js'

/** The part of an imported object that stays in memory; small, so that all objects fit. */
export interface Coming extends Pick<IncomingObject, 'uid' | 'path' | 'type' | 'position'> {
  readonly isKnownType: boolean
  /** UID of the container, if it is imported too. */
  readonly container: string | null
}

/** An existing object. */
export interface Present {
  readonly uid: string
  readonly path: string
  readonly type: string
}

export interface Surroundings {
  /** Existing objects with an imported UID, by UID. */
  readonly present: ReadonlyMap<string, Present>
  /** Existing objects at the imported paths and at the paths of their containers, by path. */
  readonly at: ReadonlyMap<string, Present>
}

export interface IncomingPlan {
  /** Objects to write: containers before their content, siblings in their order. */
  readonly order: readonly Coming[]
  readonly findings: readonly IncomingFinding[]
}

/** Decides which objects are written, and in which order. */
export function planIncoming(all: readonly Coming[], around: Surroundings): IncomingPlan {
  const findings: IncomingFinding[] = []
  const note = (coming: Coming, found: Omit<FoundIn, 'key'>): void =>
    void findings.push(findingAt(coming, { key: '@id', ...found }))
  const byPath = new Map<string, Coming>()
  for (const coming of all) {
    const first = byPath.get(coming.path)
    if (first) note(coming, { kind: 'same-path', weight: 'problem', detail: first.uid })
    else byPath.set(coming.path, coming)
    const problem = problemOf(coming)
    if (problem) note(coming, problem)
  }
  const { order, lost } = sorted(byPath, around)
  const coming = new Set(order.map(({ uid }) => uid))
  for (const one of order) {
    const other = atPlaceOf(one, around)
    if (other && !coming.has(other.uid) && one.path !== rootPath)
      note(one, { kind: 'taken', weight: 'problem', detail: other.uid })
  }
  for (const { coming, reason } of lost) note(coming, reason)
  return { order, findings }
}

function problemOf({ path, type, isKnownType }: Coming): Omit<FoundIn, 'key'> | null {
  if (path === rootPath) return null
  if (!isKnownType) return { kind: 'type', weight: 'unknown', detail: type }
  const id = idOfPath(path)
  return isReservedPath(path) || problemOfId(id) !== null ? { kind: 'id', weight: 'problem', detail: id } : null
}

interface Lost {
  readonly coming: Coming
  readonly reason: Omit<FoundIn, 'key'>
}

/** Top-down from the site root; orphans and the content of unknown types are lost. */
function sorted(byPath: ReadonlyMap<string, Coming>, { at }: Surroundings) {
  const children = new Map<string, Coming[]>()
  const tops: Coming[] = []
  for (const coming of byPath.values()) {
    const container = parentPath(coming.path)
    if (coming.path === rootPath || (!byPath.has(container) && at.has(container))) tops.push(coming)
    else addTo(children, container, coming)
  }
  const order: Coming[] = []
  const waiting = tops.sort(bySiblings).reverse()
  for (let coming = waiting.pop(); coming; coming = waiting.pop()) {
    if (!coming.isKnownType) continue
    const container = byPath.get(parentPath(coming.path))
    order.push({ ...coming, container: coming.path === rootPath ? null : (container?.uid ?? null) })
    waiting.push(...(children.get(coming.path) ?? []).sort(bySiblings).reverse())
  }
  return { order, lost: lostOf(byPath, new Set(order.map(({ uid }) => uid))) }
}

function lostOf(byPath: ReadonlyMap<string, Coming>, kept: ReadonlySet<string>): readonly Lost[] {
  return [...byPath.values()].flatMap((coming): readonly Lost[] => {
    if (kept.has(coming.uid) || !coming.isKnownType) return []
    const container = parentPath(coming.path)
    const kind = byPath.has(container) ? 'left-out' : 'container'
    return [{ coming, reason: { kind, weight: 'unknown', detail: container } }]
  })
}

const bySiblings = (a: Coming, b: Coming): number =>
  (a.position ?? Number.MAX_VALUE) - (b.position ?? Number.MAX_VALUE) || (a.path < b.path ? -1 : 1)

function addTo(lists: Map<string, Coming[]>, key: string, coming: Coming): void {
  const list = lists.get(key)
  if (list) list.push(coming)
  else lists.set(key, [coming])
}
