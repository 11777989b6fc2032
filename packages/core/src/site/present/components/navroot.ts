import type { NavrootPayload } from '../../../answers/components.js'
import { objectOf } from '../../../content/node/lineage.js'
import { urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { keepWhileSame } from '../../run/keepWhileSame.js'
import { mayAt } from '../../run/visit.js'
import { presentContent } from '../presentContent.js'
import type { Component } from './component.js'

/**
 * The root of menus: the site root without its content, or only its URL if the caller may not view it
 * (docs/content-and-access.md, Components, rule 6).
 */
export const navroot: Component<NavrootPayload> = {
  show: async (visit, lineage) => ({
    '@id': `${urlOf(visit.base, objectOf(lineage).path)}/@navroot`,
    navroot: await rootOf(visit, undefined),
  }),
}

const rootOf = keepWhileSame(
  () => 'navroot',
  async visit => {
    const lineage = visit.lineage.slice(0, 1)
    if (!mayAt(visit, permission.view, lineage)) return { value: { '@id': visit.base }, objects: 0 }
    const { '@components': _, ...root } = await presentContent(visit, lineage)
    return { value: root, objects: 1 }
  },
)
