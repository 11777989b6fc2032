import type { QueryPlan } from '../../../shared/search/planQuery.js'
import { visibleTo } from '../../../shared/search/visibleTo.js'
import { among, type Sql, sql } from '../../../shared/sql.js'

/** Publication checks on the rows `n` of nodes. */
export function publicationChecks({ active }: Pick<QueryPlan, 'active'>): Sql[] {
  if (active === null) return []
  return [sql`(ifnull(n.published_from <= ${active.from}, 1) AND ifnull(n.index_expires > ${active.until}, 1))`]
}

/** The plus keeps SQLite from using the index: another condition finds the rows. */
export function kindChecks({ kinds, isOfAllKinds, isOpen, share }: QueryPlan): Sql[] {
  const isChecked = isOpen ? share < 1 : !isOfAllKinds
  return isChecked ? [sql`+n.kind_id IN ${among(kinds.map(({ id }) => id))}`] : []
}

export function accessChecks({ principals, isOpen }: Pick<QueryPlan, 'principals' | 'isOpen'>): Sql[] {
  return isOpen || principals === 'system' ? [] : [sql`+n.access_id ${visibleTo(principals)}`]
}
