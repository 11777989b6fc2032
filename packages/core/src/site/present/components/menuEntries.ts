import type { Registry } from '../../../content/model/model.js'
import type { ContentNode } from '../../../content/node/node.js'
import type { Condition, SearchHit } from '../../../content/store/catalog.js'
import { parentPath } from '../../../foundation/paths.js'
import { scanAll } from '../../run/openEach.js'
import { activeOnly, principalsOf, type RequestContext } from '../../run/requestContext.js'

/** Menu entries by the path of their container, in folder order. */
export type MenuEntries = ReadonlyMap<string, readonly SearchHit[]>

/** Objects of the displayed types that the caller may see, without those excluded from navigation. */
export async function menuEntries(context: RequestContext, scopes: readonly Condition[]): Promise<MenuEntries> {
  const { displayedTypes } = navigationSettingsOf(context.lineage[0], context.environment.registry)
  const where: readonly Condition[] = [
    { kind: 'either', conditions: scopes },
    { kind: 'any', index: 'portal_type', values: displayedTypes },
    { kind: 'any', index: 'exclude_from_nav', values: [false] },
    ...activeOnly(context, context.lineage.slice(0, 1)),
  ]
  const sort = [{ by: 'position', descending: false }]
  const byContainer = new Map<string, SearchHit[]>()
  for (const entry of await scanAll(context, { principals: principalsOf(context), where, sort })) {
    const container = parentPath(entry.path)
    const siblings = byContainer.get(container)
    if (siblings) siblings.push(entry)
    else byContainer.set(container, [entry])
  }
  return byContainer
}

/** The title in menus: the navigation title, otherwise the title. */
export function menuTitle({ nav_title: short, title }: SearchHit['columns']): string {
  if (typeof short === 'string' && short !== '') return short
  return typeof title === 'string' ? title : ''
}

/** The settings of menus (docs/content-and-access.md, Components, rule 7). */
export interface NavigationSettings {
  /** Ids of types; by default the types that the model marks with `isInMenus`. */
  readonly displayedTypes: readonly string[]
}

/** The hidden field of the site root that stores them. */
export const displayedTypesField = 'displayed_types'

export function navigationSettingsOf(root: ContentNode | undefined, registry: Registry): NavigationSettings {
  const stored = root?.fields[displayedTypesField]
  if (Array.isArray(stored)) return { displayedTypes: stored.filter(type => typeof type === 'string') }
  return { displayedTypes: [...registry.types.values()].filter(type => type.isInMenus).map(({ id }) => id) }
}
