import type { AliasesPayload } from '../../../answers/components.js'
import { objectOf } from '../../../content/node/lineage.js'
import { urlOf } from '../../../foundation/paths.js'
import { listAliasesOf, mayManageAliases } from '../../write/aliases/listAliases.js'
import type { Component } from './component.js'

const firstPage = { start: 0, size: 25 }

/** The first page of the aliases of an object (docs/content-and-access.md, Old addresses, rule 6). */
export const aliases: Component<AliasesPayload> = {
  mayShow: mayManageAliases,
  async show(visit, lineage) {
    const { items, total } = await listAliasesOf(visit, lineage, { filter: {}, batch: firstPage })
    return { '@id': `${urlOf(visit.base, objectOf(lineage).path)}/@aliases`, items, items_total: total }
  },
}
