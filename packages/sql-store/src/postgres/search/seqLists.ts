import { type Rows, type Sql, sql } from '../../shared/sql.js'

/**
 * A list of `seq` values as one string, such as `{1,2}`. For many values, this format is faster in the driver than a
 * row per value, and faster in PostgreSQL than JSON.
 */
export interface Seqs {
  readonly seqs: string
}

/** Returns the `seq` values that a query selects, in the order of the query. */
export const seqsIn = async (connection: Rows, selection: Sql): Promise<readonly number[]> =>
  seqsOf(await connection.row<Seqs>(sql`SELECT ARRAY (${selection})::text AS seqs`))

export const seqsOf = (row: Seqs | undefined): readonly number[] =>
  JSON.parse(`[${row?.seqs.slice(1, -1) ?? ''}]`) as number[]

/**
 * Returns a `LIMIT` clause for a limit that is usually not reached. The limit is part of the SQL instead of a
 * parameter. For a parameter, PostgreSQL would assume that only a tenth of all rows is needed, and would choose a plan
 * that is slow if all rows are read.
 */
export const upTo = (count: number): Sql => ({ text: `LIMIT ${count}`, values: [] })
