import type { AliasesPayload } from '../../../answers/components.js'
import { objectOf } from '../../../content/node/lineage.js'
import { urlOf } from '../../../foundation/paths.js'
import { canManageAliases, listAliasesOf } from '../../write/aliases/listAliases.js'
import type { Component } from './component.js'

const firstPage = { start: 0, size: 25 }

/** The first page of the aliases of an object (docs/content-and-access.md, Old addresses, rule 6). */
export const aliases: Component<AliasesPayload> = {
  mayShow: canManageAliases,
  async show(context, lineage) {
    const { items, total } = await listAliasesOf(context, lineage, { filter: {}, batch: firstPage })
    return { '@id': `${urlOf(context.base, objectOf(lineage).path)}/@aliases`, items, items_total: total }
  },
}
