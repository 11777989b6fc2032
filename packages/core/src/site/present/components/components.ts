import type {
  AliasesPayload,
  BreadcrumbsPayload,
  ComponentPayloads,
  InheritedValues,
  InheritPayload,
  NavrootPayload,
} from '../../../answers/components.js'
import type { ContentPayload } from '../../../answers/content.js'
import { activeParts, type Behavior } from '../../../content/model/model.js'
import { type Lineage, lineagesAlong, objectOf } from '../../../content/node/node.js'
import type { JsonObject } from '../../../foundation/json.js'
import { urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/permissions.js'
import { cacheWhileUnchanged } from '../../run/cacheWhileUnchanged.js'
import type { Expansion } from '../../run/expansion.js'
import { hasPermissionAt, type RequestContext, seenLineage } from '../../run/requestContext.js'
import { uninterrupted } from '../../run/uninterrupted.js'
import { canManageAliases, listAliasesOf } from '../../write/aliases/listAliases.js'
import { isPageOfContainer } from '../defaultPages.js'
import { payloadSource, presentContent } from '../presentContent.js'
import { actions } from './actions.js'
import { type Component, type ComponentPayload, parametersOf } from './component.js'
import { contextNavigation } from './contextNavigation.js'
import { menuTitle, navigation } from './navigation.js'
import { types } from './types.js'
import { workflowStatus } from './workflowStatus.js'

/** The maximum number of behavior names per request. Additional names are ignored. */
const maxNames = 100

/**
 * For each requested behavior, the values from the nearest object or container that has the behavior and that the
 * caller may view (docs/content-and-access.md, Components, rule 9). `behaviors` is a comma-separated list of names.
 */
const inherit: Component<InheritPayload> = {
  async show(context, lineage, { behaviors }) {
    const requested = typeof behaviors === 'string' ? behaviors : ''
    if (requested === '') return {}
    const values: Record<string, InheritedValues> = {}
    for (const name of new Set(requested.split(',').slice(0, maxNames))) {
      const source = nearestWith(context, lineage, name)
      if (source) values[name] = await valuesAt(context, source)
    }
    const url = urlOf(context.base, objectOf(lineage).path)
    return { '@id': `${url}/@inherit?expand.inherit.behaviors=${encodeURI(requested)}`, ...values }
  },
}

interface BehaviorSource {
  readonly lineage: Lineage
  readonly behavior: Behavior
}

function nearestWith(context: RequestContext, lineage: Lineage, name: string): BehaviorSource | undefined {
  for (const ancestor of lineagesAlong(lineage).toReversed()) {
    const { allBehaviors } = activeParts(context.environment.registry.type(objectOf(ancestor).type), ancestor)
    const behavior = allBehaviors.find(candidate => candidate.name === name)
    if (behavior && hasPermissionAt(context, permission.view, ancestor)) return { lineage: ancestor, behavior }
  }
  return undefined
}

const valuesAt = cacheWhileUnchanged(
  ({ lineage, behavior }: BehaviorSource) => `inherit ${behavior.name} ${objectOf(lineage).uid}`,
  async (context, { lineage, behavior }) => {
    const content = await presentContent(context, lineage)
    const more = await uninterrupted(read => behavior.payload?.(payloadSource(context, lineage, read)))
    const names = (behavior.fields ?? []).map(({ name }) => name).filter(name => Object.hasOwn(content, name))
    const { '@id': id, title } = content
    const fields: JsonObject = content
    const value: InheritedValues = {
      from: { '@id': id, title: title ?? '' },
      data: { ...Object.fromEntries(names.map(name => [name, fields[name] ?? null])), ...more },
    }
    return { value, objects: 1 }
  },
)

/**
 * The root of the menus: the site root without its items, or only its URL if the caller may not view it
 * (docs/content-and-access.md, Components, rule 6).
 */
const navroot: Component<NavrootPayload> = {
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
 * The containers of the object below the site root, followed by the object. Containers that the caller may not view and
 * default pages are omitted (docs/content-and-access.md, Components, rule 5).
 */
const breadcrumbs: Component<BreadcrumbsPayload> = {
  show: async (context, lineage) => ({
    '@id': `${urlOf(context.base, objectOf(lineage).path)}/@breadcrumbs`,
    items: lineagesAlong(lineage)
      .slice(1)
      .filter(
        ancestors => hasPermissionAt(context, permission.view, ancestors) && !isPageOfContainer(context, ancestors),
      )
      .map(ancestors => objectOf(seenLineage(context, ancestors)))
      .map(({ path, fields }) => ({ '@id': urlOf(context.base, path), title: menuTitle(fields) })),
    root: context.base,
  }),
}

const firstPage = { start: 0, size: 25 }

/** The first batch of aliases (docs/content-and-access.md, Old URLs and aliases, rule 8). */
const aliases: Component<AliasesPayload> = {
  mayShow: canManageAliases,
  async show(context, lineage) {
    const { items, total } = await listAliasesOf(context, lineage, { filter: {}, batch: firstPage })
    return { '@id': `${urlOf(context.base, objectOf(lineage).path)}/@aliases`, items, items_total: total }
  },
}

/** The components by endpoint name (docs/content-and-access.md, Components). */
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

const isComponent = (name: string): name is ComponentName => Object.hasOwn(components, name)

/**
 * Adds the requested components to a payload. If the caller may not read a component, the payload contains only a link
 * to it.
 */
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
