import { among, type Sql, sql } from '../sql.js'
import type { Asked } from './readQuery.js'
import { seenBy } from './seenBy.js'

/** Publication checks on the rows `n` of nodes. */
export function activeIn({ active }: Pick<Asked, 'active'>): Sql[] {
  if (active === null) return []
  return [sql`(ifnull(n.published_from <= ${active.from}, 1) AND ifnull(n.index_expires > ${active.until}, 1))`]
}

/** The plus keeps SQLite from using the index: another condition finds the rows. */
export function checksOfKind({ kinds, isOfAllKinds, isOpen, share }: Asked): Sql[] {
  const isChecked = isOpen ? share < 1 : !isOfAllKinds
  return isChecked ? [sql`+n.kind_id IN ${among(kinds.map(({ id }) => id))}`] : []
}

export function checksOfAccess({ principals, isOpen }: Pick<Asked, 'principals' | 'isOpen'>): Sql[] {
  return isOpen || principals === 'system' ? [] : [sql`+n.access_id ${seenBy(principals)}`]
}
