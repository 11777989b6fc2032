import type { NavigationItem, NavigationPayload } from '../../../answers/components.js'
import { stockColumns } from '../../../content/catalog/stockColumns.js'
import type { Registry } from '../../../content/model/model.js'
import { type ContentNode, type Lineage, lineagesAlong, objectOf } from '../../../content/node/node.js'
import type { Condition, SearchHit } from '../../../content/store/catalog.js'
import { parentPath, rootPath, urlOf } from '../../../foundation/paths.js'
import { cacheLargeText } from '../../../foundation/writeJson.js'
import { permission } from '../../../security/permissions.js'
import { cacheWhileUnchanged } from '../../run/cacheWhileUnchanged.js'
import { scanAll } from '../../run/openEach.js'
import { activeOnly, hasPermissionAt, principalsOf, type RequestContext } from '../../run/requestContext.js'
import { type Component, readInteger } from './component.js'

/** The menu of the site, which is the same on all pages (docs/content-and-access.md, Components, rule 7). */
export const navigation: Component<NavigationPayload> = {
  async show(context, lineage, { depth }) {
    const levels = readInteger('expand.navigation.depth', depth, 1)
    const items = await menuOf(context, levels < 0 ? null : Math.max(1, levels))
    return { '@id': `${urlOf(context.base, objectOf(lineage).path)}/@navigation`, items }
  },
}

const menuOf = cacheWhileUnchanged(
  depth => `navigation ${depth}`,
  async (context: RequestContext, depth: number | null) => {
    const scope = { kind: 'below', path: rootPath, depth: depth === 1 ? 'children' : depth } as const
    const entries = await menuEntries(context, context.lineage.slice(0, 1), [scope])
    const title = context.translate('Home')
    const home = { '@id': context.base, description: '', items: [], review_state: null, title }
    const value: readonly NavigationItem[] = [home, ...itemsIn(context, { path: rootPath, entries, level: 1 })]
    return { value: cacheLargeText(value), objects: [...entries.values()].reduce((sum, { length }) => sum + length, 0) }
  },
)

interface Level {
  readonly path: string
  readonly entries: MenuEntries
  readonly level: number
}

function itemsIn(context: RequestContext, { path, entries, level }: Level): readonly NavigationItem[] {
  const children = (entries.get(path) ?? []).filter(entry => entry.path !== rootPath)
  return children.map(entry => ({
    ...itemOf(context, entry),
    // Clients use this flag to link to the view of a file. It is always false, because menus contain no files.
    ...(level > 1 ? { use_view_action_in_listings: false } : {}),
    items: itemsIn(context, { path: entry.path, entries, level: level + 1 }),
  }))
}

function itemOf({ base }: RequestContext, entry: SearchHit): Omit<NavigationItem, 'items'> {
  const { path, columns } = entry
  const { description = '', review_state = null } = stockColumns(entry)
  return {
    '@id': urlOf(base, path),
    description,
    review_state,
    title: menuTitle(columns),
  }
}

export type MenuEntries = ReadonlyMap<string, readonly SearchHit[]>

/**
 * Returns the entries of a menu. Omits objects that are excluded from navigation, and default pages of containers that
 * the caller may view. `lineage` must contain every container that is not itself an entry of the menu.
 */
export async function menuEntries(
  context: RequestContext,
  lineage: Lineage,
  scopes: readonly Condition[],
): Promise<MenuEntries> {
  const { displayedTypes } = navigationSettingsOf(context.lineage[0], context.environment.registry)
  const where: readonly Condition[] = [
    { kind: 'either', conditions: scopes },
    { kind: 'any', index: 'portal_type', values: displayedTypes },
    { kind: 'any', index: 'exclude_from_nav', values: [false] },
    ...activeOnly(context, context.lineage.slice(0, 1)),
  ]
  const sort = [{ by: 'position', descending: false }]
  const hidden = lineagesAlong(lineage).filter(above => !hasPermissionAt(context, permission.view, above))
  const hiddenPaths = new Set(hidden.map(above => objectOf(above).path))
  const byContainer = new Map<string, SearchHit[]>()
  for (const entry of await scanAll(context, { principals: principalsOf(context), where, sort })) {
    const container = parentPath(entry.path)
    if (stockColumns(entry).is_default_page && !hiddenPaths.has(container)) continue
    const siblings = byContainer.get(container)
    if (siblings) siblings.push(entry)
    else byContainer.set(container, [entry])
  }
  return byContainer
}

export function menuTitle({ nav_title: short, title }: SearchHit['columns']): string {
  if (typeof short === 'string' && short !== '') return short
  return typeof title === 'string' ? title : ''
}

interface NavigationSettings {
  /** The ids of the types that menus show. Defaults to the types with `isInMenus`. */
  readonly displayedTypes: readonly string[]
}

export const displayedTypesField = 'displayed_types'

export function navigationSettingsOf(root: ContentNode | undefined, registry: Registry): NavigationSettings {
  const stored = root?.fields[displayedTypesField]
  if (Array.isArray(stored)) return { displayedTypes: stored.filter(type => typeof type === 'string') }
  return { displayedTypes: [...registry.types.values()].filter(type => type.isInMenus).map(({ id }) => id) }
}
