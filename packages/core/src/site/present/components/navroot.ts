import { objectOf } from '../../../content/node/lineage.js'
import { urlOf } from '../../../foundation/paths.js'
import { keepWhileSame } from '../../run/keepWhileSame.js'
import { presentContent } from '../presentContent.js'
import type { Component } from './component.js'

/** Where menus begin: the site root, without what is inside it (docs/content-and-access.md, Components, rule 6). */
export const navroot: Component = {
  show: async (visit, lineage) => ({
    '@id': `${urlOf(visit.base, objectOf(lineage).path)}/@navroot`,
    navroot: await rootOf(visit, undefined),
  }),
}

const rootOf = keepWhileSame(
  () => 'navroot',
  async visit => {
    const { '@components': _, ...root } = await presentContent(visit, visit.lineage.slice(0, 1))
    return { value: root, objects: 1 }
  },
)
