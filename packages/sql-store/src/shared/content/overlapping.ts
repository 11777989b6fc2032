import type { ObjectRevision, OverlapQuery } from '@plenum/core/ports'
import { toStorable } from '../indexValues.js'
import { allOf, type Connection, oneOf, rowsOf, type Sql, sql } from '../sql.js'

/**
 * Finds the objects that match an `OverlapQuery`. The condition on the shared values is checked first, because only a
 * few objects satisfy it.
 */
export async function overlapping(
  connection: Connection,
  { span: [from, to], start, end, shares }: OverlapQuery,
): Promise<readonly ObjectRevision[]> {
  const { indexValue } = connection.engine
  const shared = Object.entries(shares).flatMap(([index, values]) => {
    const stored = values.map(value => String(indexValue(toStorable(value))))
    return stored.length === 0 ? [] : sql`i.name = ${index} AND i.value IN (SELECT value FROM ${rowsOf(stored)})`
  })
  if (shared.length === 0) return []
  const isInTime = (index: string, condition: Sql): Sql =>
    sql`EXISTS (SELECT 1 FROM node_index t WHERE t.seq = n.seq AND t.name = ${index} AND t.value ${condition})`
  const conditions = [
    sql`n.seq IN (SELECT i.seq FROM node_index i WHERE ${oneOf(shared.map(one => sql`(${one})`))})`,
    isInTime(from, sql`< ${indexValue(end)}`),
    isInTime(to, sql`> ${indexValue(start)}`),
  ]
  const rows = await connection.rows<ObjectRevision>(
    sql`SELECT n.uid, n.revision FROM node n WHERE ${allOf(conditions)}`,
  )
  return rows.map(({ uid, revision }) => ({ uid, revision }))
}
