import type { Registry } from '../../../content/model/model.js'
import type { ContentNode } from '../../../content/node/node.js'

/** What menus of a site show (docs/content-and-access.md, Components, rule 7). */
export interface NavigationSettings {
  /** Ids of types; those that the model marks unless the site says otherwise. */
  readonly displayedTypes: readonly string[]
}

/** The hidden field of the site root that keeps them. */
export const displayedTypesField = 'displayed_types'

export function navigationSettingsOf(root: ContentNode | undefined, registry: Registry): NavigationSettings {
  const chosen = root?.fields[displayedTypesField]
  if (Array.isArray(chosen)) return { displayedTypes: chosen.filter(type => typeof type === 'string') }
  return { displayedTypes: [...registry.types.values()].filter(type => type.isInMenus).map(({ id }) => id) }
}
