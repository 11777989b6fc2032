import type { Condition } from '../../content/store/catalogQuery.js'
import { activeOnly, type Visit } from './visit.js'

const maxPlaces = 20

/** Content that is not published yet or expired is shown to whoever may see such content everywhere that is searched. */
export async function activeBelow(visit: Visit, paths: readonly string[]): Promise<readonly Condition[]> {
  for (const path of paths.slice(0, maxPlaces)) {
    const { lineage } = path === visit.node.path ? visit : await visit.reader.open(path)
    const hides = activeOnly(visit, lineage)
    if (hides.length > 0) return hides
  }
  return paths.length > maxPlaces ? activeOnly(visit, visit.lineage.slice(0, 1)) : []
}

/** Ids of the types that are called by a title, in the caller's language or in the model's. */
export function typesCalled({ environment, translate }: Visit): (title: string) => readonly string[] {
  const types = [...environment.registry.types.values()]
  return title => types.filter(type => translate(type.title) === title || type.title === title).map(({ id }) => id)
}
