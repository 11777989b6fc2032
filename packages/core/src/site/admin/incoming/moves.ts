import { parentPath, pathsAbove, rootPath } from '../../../foundation/paths.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import type { Coming, Surroundings } from './incomingPlan.js'

/** The paths of existing objects while some of them are relocated. */
export interface Moves {
  /** The current path of the object that was stored at a path. */
  current(stored: string): string
  /**
   * The changes that bring an object to its path. An object in its way is set aside first, since it is relocated later;
   * the temporary paths must not become aliases.
   */
  bring(coming: Coming): readonly WholeChange[]
  /** Removes the aliases of temporary paths. */
  end(): readonly WholeChange[]
}

/** Relocates existing objects in the order of `planned`: containers before their content. */
export function createMoves({ present, at }: Surroundings, now: number): Moves {
  const moved = new Map<string, string>()
  const asides: string[] = []
  const current = (stored: string): string => {
    const from = pathsAbove(stored).findLast(path => moved.has(path))
    return from === undefined ? stored : (moved.get(from) ?? from) + stored.slice(from.length)
  }
  const rename = (stored: string, to: string): WholeChange => {
    const renames = [{ from: current(stored), to, at: now }]
    moved.set(stored, to)
    return { renames }
  }
  const bring = (coming: Coming): readonly WholeChange[] => {
    const known = present.get(coming.uid)
    if (coming.path === rootPath || (known && current(known.path) === coming.path)) return []
    const inTheWay = atPlaceOf(coming, { present, at })
    const changes: WholeChange[] = []
    if (inTheWay && inTheWay.uid !== coming.uid && current(inTheWay.path) === coming.path) {
      const aside = `/${inTheWay.uid}`
      asides.push(aside)
      changes.push(rename(inTheWay.path, aside))
    }
    if (known) changes.push(rename(known.path, coming.path))
    return changes
  }
  const end = () => (asides.length > 0 ? [{ removeAliases: asides.map(path => ({ path })) }] : [])
  return { current, bring, end }
}

/**
 * The object that was stored at the target path of an imported object, in the same container, before any relocation.
 */
export function atPlaceOf({ path, container }: Coming, { present, at }: Surroundings) {
  const inside = container === null ? undefined : present.get(container)
  const before = container === null ? parentPath(path) : inside?.path
  if (before === undefined) return undefined
  return at.get(`${before === rootPath ? '' : before}${path.slice(path.lastIndexOf('/'))}`)
}
