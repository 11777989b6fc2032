import type { NavigationItem, NavigationPayload } from '../../../answers/components.js'
import { stockColumns } from '../../../content/catalog/stockColumns.js'
import { objectOf } from '../../../content/node/lineage.js'
import type { FoundEntry } from '../../../content/store/catalog.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import { keepText } from '../../../foundation/writeJson.js'
import { keepWhileSame } from '../../run/keepWhileSame.js'
import type { Visit } from '../../run/visit.js'
import type { Component } from './component.js'
import { type MenuEntries, menuEntries, menuTitle } from './menuEntries.js'
import { readInteger } from './parameters.js'

/** The menu of the site, the same on all its pages (docs/content-and-access.md, Components, rule 7). */
export const navigation: Component<NavigationPayload> = {
  async show(visit, lineage, { depth }) {
    const levels = readInteger('expand.navigation.depth', depth, 1)
    const items = await menuOf(visit, levels < 0 ? null : Math.max(1, levels))
    return { '@id': `${urlOf(visit.base, objectOf(lineage).path)}/@navigation`, items }
  },
}

const menuOf = keepWhileSame(
  depth => `navigation ${depth}`,
  async (visit: Visit, depth: number | null) => {
    const entries = await menuEntries(visit, [
      { kind: 'below', path: rootPath, depth: depth === 1 ? 'children' : depth },
    ])
    const title = visit.translate('Home')
    const home = { '@id': visit.base, description: '', items: [], review_state: null, title }
    const value: readonly NavigationItem[] = [home, ...itemsIn(visit, { path: rootPath, entries, level: 1 })]
    return { value: keepText(value), objects: [...entries.values()].reduce((sum, { length }) => sum + length, 0) }
  },
)

interface Level {
  readonly path: string
  readonly entries: MenuEntries
  /** 1 at the top of the menu. */
  readonly level: number
}

function itemsIn(visit: Visit, { path, entries, level }: Level): readonly NavigationItem[] {
  const inside = (entries.get(path) ?? []).filter(entry => entry.path !== rootPath)
  return inside.map(entry => ({
    ...itemOf(visit, entry),
    // Clients use this flag to link to the view of a file; menus contain no files.
    ...(level > 1 ? { use_view_action_in_listings: false } : {}),
    items: itemsIn(visit, { path: entry.path, entries, level: level + 1 }),
  }))
}

function itemOf({ base }: Visit, entry: FoundEntry): Omit<NavigationItem, 'items'> {
  const { path, columns } = entry
  const { description = '', review_state = null } = stockColumns(entry)
  return {
    '@id': urlOf(base, path),
    description,
    review_state,
    title: menuTitle(columns),
  }
}
