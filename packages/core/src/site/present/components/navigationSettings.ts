import type { Registry } from '../../../content/model/model.js'
import type { ContentNode } from '../../../content/node/node.js'

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
