import { objectOf } from '../../../content/node/lineage.js'
import { urlOf } from '../../../foundation/paths.js'
import type { Component } from './component.js'
import { menuTitle } from './menuEntries.js'

/** The way from the site root, which is left out, to the object (docs/content-and-access.md, Components). */
export const breadcrumbs: Component = {
  show: async ({ base }, lineage) => ({
    '@id': `${urlOf(base, objectOf(lineage).path)}/@breadcrumbs`,
    items: lineage.slice(1).map(node => ({ '@id': urlOf(base, node.path), title: menuTitle(node.fields) })),
    root: base,
  }),
}
