import type {
  AliasesPayload,
  BreadcrumbsPayload,
  ComponentPayloads,
  NavrootPayload,
} from '../../../answers/components.js'
import type { ContentPayload } from '../../../answers/content.js'
import { type Lineage, lineagesAlong, objectOf } from '../../../content/node/node.js'
import { urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { cacheWhileUnchanged } from '../../run/cacheWhileUnchanged.js'
import type { Expansion } from '../../run/operation.js'
import { hasPermissionAt, type RequestContext } from '../../run/requestContext.js'
import { canManageAliases, listAliasesOf } from '../../write/aliases/listAliases.js'
import { presentContent } from '../presentContent.js'
import { actions } from './actions.js'
import { type Component, type ComponentPayload, parametersOf } from './component.js'
import { contextNavigation } from './contextNavigation.js'
import { inherit } from './inherit.js'
import { menuTitle } from './menuEntries.js'
import { navigation } from './navigation.js'
import { types } from './types.js'
import { workflowStatus } from './workflowStatus.js'

/**
 * The root of menus: the site root without its content, or only its URL if the caller may not view it
 * (docs/content-and-access.md, Components, rule 6).
 */
export const navroot: Component<NavrootPayload> = {
  show: async (context, lineage) => ({
    '@id': `${urlOf(context.base, objectOf(lineage).path)}/@navroot`,
    navroot: await rootOf(context, undefined),
  }),
}

const rootOf = cacheWhileUnchanged(
  () => 'navroot',
  async context => {
    const lineage = context.lineage.slice(0, 1)
    if (!hasPermissionAt(context, permission.view, lineage)) return { value: { '@id': context.base }, objects: 0 }
    const { '@components': _, ...root } = await presentContent(context, lineage)
    return { value: root, objects: 1 }
  },
)

/**
 * The objects from the site root (excluded) to the object, without containers that the caller may not view
 * (docs/content-and-access.md, Components, rule 5).
 */
export const breadcrumbs: Component<BreadcrumbsPayload> = {
  show: async (context, lineage) => ({
    '@id': `${urlOf(context.base, objectOf(lineage).path)}/@breadcrumbs`,
    items: lineagesAlong(lineage)
      .slice(1)
      .filter(ancestors => hasPermissionAt(context, permission.view, ancestors))
      .map(objectOf)
      .map(({ path, fields }) => ({ '@id': urlOf(context.base, path), title: menuTitle(fields) })),
    root: context.base,
  }),
}

const firstPage = { start: 0, size: 25 }

/** The first page of the aliases of an object (docs/content-and-access.md, Old addresses, rule 6). */
export const aliases: Component<AliasesPayload> = {
  mayShow: canManageAliases,
  async show(context, lineage) {
    const { items, total } = await listAliasesOf(context, lineage, { filter: {}, batch: firstPage })
    return { '@id': `${urlOf(context.base, objectOf(lineage).path)}/@aliases`, items, items_total: total }
  },
}

/** All components by the name of their endpoint (docs/content-and-access.md, Components). */
export const components = {
  actions,
  aliases,
  breadcrumbs,
  contextnavigation: contextNavigation,
  inherit,
  navigation,
  navroot,
  types,
  workflow: { show: workflowStatus },
} satisfies { readonly [Name in keyof ComponentPayloads]: Component<ComponentPayloads[Name]> }

export type ComponentName = keyof typeof components

export const componentNames = Object.keys(components) as readonly ComponentName[]

export const isComponent = (name: string): name is ComponentName => Object.hasOwn(components, name)

/** A payload with the requested components embedded. A component that the caller may not read stays a link. */
export async function withComponents(
  context: RequestContext,
  lineage: Lineage,
  { content, expand }: { readonly content: ContentPayload; readonly expand: Expansion },
): Promise<ContentPayload> {
  const names = [...new Set(expand.names)].filter(isComponent)
  const payloads: Record<string, ComponentPayload> = {}
  for (const name of names) {
    const { mayShow, show }: Component = components[name]
    if (mayShow?.(context, lineage) ?? true)
      payloads[name] = await show(context, lineage, parametersOf(expand.parameters, name))
  }
  if (Object.keys(payloads).length === 0) return content
  return { ...content, '@components': { ...content['@components'], ...payloads } }
}
