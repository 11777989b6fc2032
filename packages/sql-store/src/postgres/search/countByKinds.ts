import type { Asked } from '../../search/readQuery.js'
import { seenBy } from '../../search/seenBy.js'
import { allOf, among, sql } from '../../sql.js'
import type { Rows } from '../engine.js'
import { storedValue } from '../storedValue.js'

/** The number of hits by the counts of kinds; for queries without other conditions. */
export async function countByKinds(connection: Rows, asked: Asked): Promise<number> {
  const seen = asked.kinds.reduce((sum, kind) => sum + kind.seen, 0)
  return seen === 0 || asked.active === null ? seen : seen - (await inactive(connection, asked, asked.active))
}

/** How many of these objects are not yet published, or expired: few, which two indexes have. */
async function inactive(
  connection: Rows,
  { kinds, isOpen, principals }: Asked,
  active: NonNullable<Asked['active']>,
): Promise<number> {
  const [from, until] = [storedValue(active.from), storedValue(active.until)]
  const access = isOpen || principals === 'system' ? [] : [sql`n.access_id ${seenBy(principals)}`]
  const checks = allOf([sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`, ...access])
  const row = await connection.row<{ total: number }>(sql`SELECT
    (SELECT count(*) FROM node n WHERE n.published_from > ${from} AND ${checks})
    + (SELECT count(*) FROM node n
      WHERE n.index_expires <= ${until} AND coalesce(n.published_from <= ${from}, true) AND ${checks}) AS total`)
  return row?.total ?? 0
}
