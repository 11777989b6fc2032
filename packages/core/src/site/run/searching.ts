import type { Condition } from '../../content/store/catalogQuery.js'
import { activeOnly, type Visit } from './visit.js'

const maxPlaces = 20

/** Hides expired and not yet published content, unless the caller may see it below all searched paths. */
export async function activeBelow(visit: Visit, paths: readonly string[]): Promise<readonly Condition[]> {
  for (const path of paths.slice(0, maxPlaces)) {
    const { lineage } = path === visit.node.path ? visit : await visit.reader.open(path)
    const hides = activeOnly(visit, lineage)
    if (hides.length > 0) return hides
  }
  return paths.length > maxPlaces ? activeOnly(visit, visit.lineage.slice(0, 1)) : []
}

/** Finds the ids of the types with a title, in the caller's language or in that of the model. */
export function typesCalled({ environment, translate }: Visit): (title: string) => readonly string[] {
  const types = [...environment.registry.types.values()]
  return title => types.filter(type => translate(type.title) === title || type.title === title).map(({ id }) => id)
}
