import type { NavigationItem, NavigationPayload } from '../../../answers/components.js'
import { stockColumns } from '../../../content/catalog/stockColumns.js'
import { objectOf } from '../../../content/node/node.js'
import type { SearchHit } from '../../../content/store/catalog.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import { cacheLargeText } from '../../../foundation/writeJson.js'
import { cacheWhileUnchanged } from '../../run/cacheWhileUnchanged.js'
import type { RequestContext } from '../../run/requestContext.js'
import { type Component, readInteger } from './component.js'
import { type MenuEntries, menuEntries, menuTitle } from './menuEntries.js'

/** The menu of the site, the same on all its pages (docs/content-and-access.md, Components, rule 7). */
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
    const entries = await menuEntries(context, [
      { kind: 'below', path: rootPath, depth: depth === 1 ? 'children' : depth },
    ])
    const title = context.translate('Home')
    const home = { '@id': context.base, description: '', items: [], review_state: null, title }
    const value: readonly NavigationItem[] = [home, ...itemsIn(context, { path: rootPath, entries, level: 1 })]
    return { value: cacheLargeText(value), objects: [...entries.values()].reduce((sum, { length }) => sum + length, 0) }
  },
)

interface Level {
  readonly path: string
  readonly entries: MenuEntries
  /** 1 at the top of the menu. */
  readonly level: number
}

function itemsIn(context: RequestContext, { path, entries, level }: Level): readonly NavigationItem[] {
  const children = (entries.get(path) ?? []).filter(entry => entry.path !== rootPath)
  return children.map(entry => ({
    ...itemOf(context, entry),
    // Clients use this flag to link to the view of a file; menus contain no files.
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
