import type { NavrootPayload } from '../../../answers/components.js'
import { objectOf } from '../../../content/node/lineage.js'
import { urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { cacheWhileUnchanged } from '../../run/cacheWhileUnchanged.js'
import { hasPermissionAt } from '../../run/requestContext.js'
import { presentContent } from '../presentContent.js'
import type { Component } from './component.js'

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
