import type { Condition } from '../../content/store/catalogQuery.js'
import { activeOnly, type RequestContext } from './requestContext.js'

const maxPaths = 20

/** Hides expired and not yet published content, unless the caller may see it below all searched paths. */
export async function activeBelow(context: RequestContext, paths: readonly string[]): Promise<readonly Condition[]> {
  for (const path of paths.slice(0, maxPaths)) {
    const { lineage } = path === context.node.path ? context : await context.reader.open(path)
    const conditions = activeOnly(context, lineage)
    if (conditions.length > 0) return conditions
  }
  return paths.length > maxPaths ? activeOnly(context, context.lineage.slice(0, 1)) : []
}

/** Finds the ids of the types with a title, in the caller's language or in that of the model. */
export function typesWithTitle({ environment, translate }: RequestContext): (title: string) => readonly string[] {
  const types = [...environment.registry.types.values()]
  return title => types.filter(type => translate(type.title) === title || type.title === title).map(({ id }) => id)
}
