import { parentPath, pathsAbove, rootPath } from '../../../foundation/paths.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import type { Coming, Surroundings } from './incomingPlan.js'

/** Where objects of the site are while some of them move. */
export interface Moves {
  /** The path of now of what was at a path before. */
  current(stored: string): string
  /**
   * The changes that bring an object to its path: what is in its way is set aside, since it moves later. Paths that others
   * were set aside at lead nowhere afterwards.
   */
  bring(coming: Coming): readonly WholeChange[]
  /** What ends the addresses that setting aside has made. */
  end(): readonly WholeChange[]
}

/** Objects that are there move in the order of `coming`: each comes to its container after that has come to its own. */
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

/** What was before at the place to which an object comes: in the container that it comes to, wherever that was. */
export function atPlaceOf({ path, container }: Coming, { present, at }: Surroundings) {
  const inside = container === null ? undefined : present.get(container)
  const before = container === null ? parentPath(path) : inside?.path
  if (before === undefined) return undefined
  return at.get(`${before === rootPath ? '' : before}${path.slice(path.lastIndexOf('/'))}`)
}
