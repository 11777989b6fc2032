import type { AddableType } from '../../../answers/components.js'
import type { RegisteredType } from '../../../content/model/model.js'
import { type Lineage, objectOf } from '../../../content/node/node.js'
import { permission } from '../../../security/permissions.js'
import { hasPermissionAt, type RequestContext } from '../../run/requestContext.js'
import { addProblem } from '../../write/addProblem.js'
import type { Component } from './component.js'

/**
 * The types, sorted by title, with a flag that indicates whether the caller can add an object of the type. Only members
 * can read this component (docs/content-and-access.md, Schemas of types, rule 1).
 */
export const types: Component<readonly AddableType[]> = {
  mayShow: ({ caller }) => caller.kind === 'member',
  show: async (context, lineage) => {
    const addable = await addableTypes(context, lineage)
    return sortTypes(context).map(({ id, title }) => ({
      '@id': `${context.base}/@types/${encodeURIComponent(id)}`,
      addable: addable.has(id),
      id,
      immediately_addable: addable.has(id),
      title,
    }))
  },
}

/** Returns the types sorted by title, without the type of the site root, which cannot be added. */
function sortTypes({
  environment,
  lineage,
  translate,
  language,
}: RequestContext): readonly Pick<RegisteredType, 'id' | 'title'>[] {
  const addable = [...environment.registry.types.values()].filter(({ id }) => id !== lineage[0]?.type)
  return addable
    .map(({ id, title }) => ({ id, title: translate(title) }))
    .sort((a, b) => a.title.localeCompare(b.title, language))
}

async function addableTypes(context: RequestContext, lineage: Lineage): Promise<ReadonlySet<string>> {
  const { registry } = context.environment
  const addable = new Set<string>()
  const isContainer = registry.type(objectOf(lineage).type).contains !== null
  if (!isContainer || !hasPermissionAt(context, permission.add, lineage)) return addable
  for (const type of registry.types.values())
    if ((await addProblem(context, type, lineage)) === null) addable.add(type.id)
  return addable
}
