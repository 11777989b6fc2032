import { parentPath, pathsAbove, rootPath } from '../../../foundation/paths.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import type { PlannedObject, Surroundings } from './plannedObject.js'

/** The paths of existing objects while some of them are relocated. */
export interface Relocations {
  /** The current path of the object that was stored at a path. */
  current(stored: string): string
  /**
   * The changes that bring an object to its path. An object in its way is set aside first, since it is relocated later;
   * the temporary paths must not become aliases.
   */
  relocate(planned: PlannedObject): readonly WholeChange[]
  /** Removes the aliases of temporary paths. */
  end(): readonly WholeChange[]
}

/** Relocates existing objects in the order of `planned`: containers before their content. */
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

/**
 * The object that was stored at the target path of an imported object, in the same container, before any relocation.
 */
export function occupantOf({ path, container }: PlannedObject, { present, at }: Surroundings) {
  const inside = container === null ? undefined : present.get(container)
  const before = container === null ? parentPath(path) : inside?.path
  if (before === undefined) return undefined
  return at.get(`${before === rootPath ? '' : before}${path.slice(path.lastIndexOf('/'))}`)
}
