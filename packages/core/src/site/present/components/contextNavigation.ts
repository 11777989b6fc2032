import type { ContextNavigationItem, ContextNavigationPayload } from '../../../answers/components.js'
import { hitOf } from '../../../content/catalog/catalogEntry.js'
import { stockColumns } from '../../../content/catalog/stockColumns.js'
import { slugOf } from '../../../content/node/naming.js'
import { type Lineage, lineagesAlong, objectOf } from '../../../content/node/node.js'
import type { SearchHit } from '../../../content/store/catalog.js'
import type { JsonObject } from '../../../foundation/json.js'
import { idOfPath, isAtOrBelow, parentPath, urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/permissions.js'
import { cacheWhileUnchanged } from '../../run/cacheWhileUnchanged.js'
import { hasPermissionAt, type RequestContext } from '../../run/requestContext.js'
import { shownContainer } from '../defaultPages.js'
import { type Component, type ComponentParameters, readFlag, readInteger } from './component.js'
import { type MenuEntries, menuEntries, menuTitle } from './navigation.js'

/** The part of the menu around an object (docs/content-and-access.md, Components, rule 10). */
export const contextNavigation: Component<ContextNavigationPayload> = {
  async show(context, lineage, parameters) {
    const options = readOptions(parameters)
    const { path } = objectOf(lineage)
    const name = textOf(parameters.name)
    const shown = shownContainer(context, lineage)
    const top = topOf(shown, options)
    return {
      '@id': `${urlOf(context.base, path)}/@contextnavigation`,
      available: top !== undefined,
      has_custom_name: name !== '',
      items: top ? await itemsBelow(context, { lineage: shown, top, options }) : [],
      title: name === '' ? context.translate('Navigation') : name.slice(0, 200),
      url: `${context.base}/sitemap`,
    }
  },
}

interface NavigationOptions {
  /** The level below the site root at which the menu begins. Objects above this level have no menu. */
  readonly topLevel: number
  /** The maximum number of levels in the menu, or 0 for all levels. */
  readonly bottomLevel: number
  readonly includeTop: boolean
  readonly currentFolderOnly: boolean
  /** The path of the container at which the menu begins. If the path is empty, `topLevel` applies. */
  readonly rootPath: string
  /** The image scale of thumbnails, or null for no thumbnails. */
  readonly thumbScale: string | null
}

const textOf = (value: ComponentParameters[string] | undefined): string => (typeof value === 'string' ? value : '')

function readOptions(parameters: ComponentParameters): NavigationOptions {
  const fullName = (name: string) => `expand.contextnavigation.${name}`
  const integer = (name: string, fallback: number) =>
    Math.max(0, readInteger(fullName(name), parameters[name], fallback))
  const flag = (name: string) => readFlag(fullName(name), parameters[name], false)
  return {
    topLevel: integer('topLevel', 1),
    bottomLevel: integer('bottomLevel', 0),
    includeTop: flag('includeTop'),
    currentFolderOnly: flag('currentFolderOnly'),
    rootPath: textOf(parameters.root_path),
    thumbScale: flag('no_thumbs') ? null : textOf(parameters.thumb_scale) || 'tile',
  }
}

function topOf(
  lineage: Lineage,
  { topLevel, rootPath: requestedPath, currentFolderOnly }: NavigationOptions,
): Lineage | undefined {
  if (currentFolderOnly) return lineage
  const level = requestedPath === '' ? topLevel : lineage.findIndex(({ path }) => path === requestedPath)
  return lineagesAlong(lineage)[level]
}

interface Part {
  readonly lineage: Lineage
  readonly top: Lineage
  readonly options: NavigationOptions
}

const itemsBelow = cacheWhileUnchanged(
  ({ lineage, options }: Part) => `contextnavigation ${objectOf(lineage).uid} ${JSON.stringify(options)}`,
  async (context, part) => {
    const value = await findItems(context, part)
    return { value, objects: countOf(value) }
  },
)

const countOf = (items: readonly ContextNavigationItem[]): number =>
  items.reduce((sum, { items: children }) => sum + 1 + countOf(children), 0)

async function findItems(context: RequestContext, part: Part): Promise<readonly ContextNavigationItem[]> {
  const { top, options, lineage } = part
  const { path } = objectOf(top)
  const visibleEntries = await menuEntries(context, lineage, [
    ...containersBetween(part).map(container => ({ kind: 'below', path: container, depth: 'children' }) as const),
    { kind: 'below', path: objectOf(lineage).path, depth: null },
  ])
  const entries = withAncestors(context, part, visibleEntries)
  const items = treeOf(context, { part, entries, container: path, level: 1 })
  if (!options.includeTop || !hasPermissionAt(context, permission.view, top)) return items
  return [itemOf(context, part, hitOf(top, context.environment), []), ...items]
}

const containersBetween = ({ top, lineage }: Part): readonly string[] =>
  lineage.slice(top.length - 1, -1).map(({ path }) => path)

/**
 * Adds the object's containers to the entries if they are excluded from menus, because the context navigation shows
 * them nevertheless.
 */
function withAncestors(context: RequestContext, { top, lineage }: Part, entries: MenuEntries): MenuEntries {
  const extended = new Map(entries)
  for (const ancestor of lineagesAlong(lineage).slice(top.length)) {
    const { path } = objectOf(ancestor)
    const siblings = extended.get(parentPath(path)) ?? []
    if (siblings.some(entry => entry.path === path) || !hasPermissionAt(context, permission.view, ancestor)) continue
    extended.set(parentPath(path), [...siblings, hitOf(ancestor, context.environment)])
  }
  return extended
}

interface Branch {
  readonly part: Part
  readonly entries: MenuEntries
  readonly container: string
  readonly level: number
}

function treeOf(context: RequestContext, branch: Branch): readonly ContextNavigationItem[] {
  const { part, entries, container, level } = branch
  const { bottomLevel } = part.options
  if (bottomLevel > 0 && level > bottomLevel) return []
  return (entries.get(container) ?? []).map(entry => {
    const children = treeOf(context, { ...branch, container: entry.path, level: level + 1 })
    return itemOf(context, part, entry, children)
  })
}

function itemOf(
  { base, environment }: RequestContext,
  { lineage, options }: Part,
  entry: SearchHit,
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
    thumb: image && options.thumbScale ? `${url}/@@images/${image}/${encodeURIComponent(options.thumbScale)}` : '',
    title: menuTitle(columns),
    type: slugOf(type.toLowerCase()),
  }
}
