import { objectOf } from '../../../content/node/lineage.js'
import type { ContentNode } from '../../../content/node/node.js'
import { urlOf } from '../../../foundation/paths.js'
import type { Component } from './component.js'

/** The way from the site root, which is left out, to the object (docs/content-and-access.md, Components). */
export const breadcrumbs: Component = {
  show: async ({ base }, lineage) => ({
    '@id': `${urlOf(base, objectOf(lineage).path)}/@breadcrumbs`,
    items: lineage.slice(1).map(node => ({ '@id': urlOf(base, node.path), title: titleInNavigation(node) })),
    root: base,
  }),
}

/** The title that menus show: the one that was given for them, else the title. */
export function titleInNavigation({ fields }: Pick<ContentNode, 'fields'>): string {
  const { nav_title: short, title } = fields
  if (typeof short === 'string' && short !== '') return short
  return typeof title === 'string' ? title : ''
}
