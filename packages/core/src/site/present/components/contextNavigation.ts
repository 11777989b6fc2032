import type { ContextNavigationItem, ContextNavigationPayload } from '../../../answers/components.js'
import { entryAtHand } from '../../../content/catalog/catalogEntry.js'
import { stockColumns } from '../../../content/catalog/stockColumns.js'
import { type Lineage, lineagesAlong, objectOf } from '../../../content/node/lineage.js'
import { slugOf } from '../../../content/node/naming.js'
import type { FoundEntry } from '../../../content/store/catalog.js'
import type { JsonObject } from '../../../foundation/json.js'
import { idOfPath, isAtOrBelow, parentPath, urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { keepWhileSame } from '../../run/keepWhileSame.js'
import { mayAt, type Visit } from '../../run/visit.js'
import type { Component, ComponentParameters } from './component.js'
import { type MenuEntries, menuEntries, menuTitle } from './menuEntries.js'
import { readFlag, readInteger } from './parameters.js'

/** The part of the menu around an object (docs/content-and-access.md, Components, rule 10). */
export const contextNavigation: Component<ContextNavigationPayload> = {
  async show(visit, lineage, parameters) {
    const wish = readWish(parameters)
    const { path } = objectOf(lineage)
    const name = textOf(parameters.name)
    const top = topOf(lineage, wish)
    return {
      '@id': `${urlOf(visit.base, path)}/@contextnavigation`,
      available: top !== undefined,
      has_custom_name: name !== '',
      items: top ? await itemsBelow(visit, { lineage, top, wish }) : [],
      title: name === '' ? visit.translate('Navigation') : name.slice(0, 200),
      url: `${visit.base}/sitemap`,
    }
  },
}

interface Wish {
  /** The level below the site root where the menu begins; there is no menu for objects above it. */
  readonly topLevel: number
  /** The number of levels; 0 for all. */
  readonly bottomLevel: number
  readonly includeTop: boolean
  readonly currentFolderOnly: boolean
  /** The path of a container of the object where the menu begins; empty: use `topLevel`. */
  readonly rootPath: string
  /** The image scale of thumbnails; null for none. */
  readonly thumbScale: string | null
}

const textOf = (sent: ComponentParameters[string] | undefined): string => (typeof sent === 'string' ? sent : '')

function readWish(parameters: ComponentParameters): Wish {
  const named = (name: string) => `expand.contextnavigation.${name}`
  const integer = (name: string, usual: number) => Math.max(0, readInteger(named(name), parameters[name], usual))
  const flag = (name: string) => readFlag(named(name), parameters[name], false)
  return {
    topLevel: integer('topLevel', 1),
    bottomLevel: integer('bottomLevel', 0),
    includeTop: flag('includeTop'),
    currentFolderOnly: flag('currentFolderOnly'),
    rootPath: textOf(parameters.root_path),
    thumbScale: flag('no_thumbs') ? null : textOf(parameters.thumb_scale) || 'tile',
  }
}

/** The top of the menu: the object itself or one of its containers. */
function topOf(lineage: Lineage, { topLevel, rootPath: wanted, currentFolderOnly }: Wish): Lineage | undefined {
  if (currentFolderOnly) return lineage
  const level = wanted === '' ? topLevel : lineage.findIndex(({ path }) => path === wanted)
  return lineagesAlong(lineage)[level]
}

interface Part {
  readonly lineage: Lineage
  readonly top: Lineage
  readonly wish: Wish
}

const itemsBelow = keepWhileSame(
  ({ lineage, wish }: Part) => `contextnavigation ${objectOf(lineage).uid} ${JSON.stringify(wish)}`,
  async (visit, part) => {
    const value = await findItems(visit, part)
    return { value, objects: countOf(value) }
  },
)

const countOf = (items: readonly ContextNavigationItem[]): number =>
  items.reduce((sum, { items: inside }) => sum + 1 + countOf(inside), 0)

async function findItems(visit: Visit, part: Part): Promise<readonly ContextNavigationItem[]> {
  const { top, wish, lineage } = part
  const { path } = objectOf(top)
  const shown = await menuEntries(visit, [
    ...containersBetween(part).map(container => ({ kind: 'below', path: container, depth: 'children' }) as const),
    { kind: 'below', path: objectOf(lineage).path, depth: null },
  ])
  const entries = withWay(visit, part, shown)
  const items = treeOf(visit, { part, entries, container: path, level: 1 })
  if (!wish.includeTop || !mayAt(visit, permission.view, top)) return items
  return [itemOf(visit, part, entryAtHand(top, visit.environment), []), ...items]
}

/** The paths of the containers from the top to the object. */
const containersBetween = ({ top, lineage }: Part): readonly string[] =>
  lineage.slice(top.length - 1, -1).map(({ path }) => path)

/** Adds the object and its containers even if menus exclude them. */
function withWay(visit: Visit, { top, lineage }: Part, entries: MenuEntries): MenuEntries {
  const all = new Map(entries)
  for (const way of lineagesAlong(lineage).slice(top.length)) {
    const { path } = objectOf(way)
    const siblings = all.get(parentPath(path)) ?? []
    if (siblings.some(entry => entry.path === path) || !mayAt(visit, permission.view, way)) continue
    all.set(parentPath(path), [...siblings, entryAtHand(way, visit.environment)])
  }
  return all
}

interface Branch {
  readonly part: Part
  readonly entries: MenuEntries
  readonly container: string
  readonly level: number
}

function treeOf(visit: Visit, branch: Branch): readonly ContextNavigationItem[] {
  const { part, entries, container, level } = branch
  const { bottomLevel } = part.wish
  if (bottomLevel > 0 && level > bottomLevel) return []
  return (entries.get(container) ?? []).map(entry => {
    const inside = treeOf(visit, { ...branch, container: entry.path, level: level + 1 })
    return itemOf(visit, part, entry, inside)
  })
}

function itemOf(
  { base, environment }: Visit,
  { lineage, wish }: Part,
  entry: FoundEntry,
  items: readonly ContextNavigationItem[],
): ContextNavigationItem {
  const { path, type, columns } = entry
  const { description = '', review_state = '' } = stockColumns(entry)
  const current = objectOf(lineage).path
  const url = urlOf(base, path)
  const image = columns.image ? String((columns.image as JsonObject).field) : ''
  return {
    '@id': url,
    description,
    href: url,
    icon: '',
    is_current: path === current,
    is_folderish: environment.registry.type(type).contains !== null,
    is_in_path: path !== current && isAtOrBelow(current, path),
    items,
    normalized_id: slugOf(idOfPath(path).toLowerCase()),
    review_state,
    thumb: image && wish.thumbScale ? `${url}/@@images/${image}/${encodeURIComponent(wish.thumbScale)}` : '',
    title: menuTitle(columns),
    type: slugOf(type.toLowerCase()),
  }
}
