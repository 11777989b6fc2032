import { type Rows, type Sql, sql } from '../../shared/sql.js'

/** Many `seq` values as one string `{1,2}`. The driver is slower with many rows, and PostgreSQL is slower with JSON. */
export interface Seqs {
  readonly seqs: string
}

/** Returns the `seq` values that a query selects, in the order of the query. */
export const seqsIn = async (connection: Rows, selection: Sql): Promise<readonly number[]> =>
  seqsOf(await connection.row<Seqs>(sql`SELECT ARRAY (${selection})::text AS seqs`))

export const seqsOf = (row: Seqs | undefined): readonly number[] =>
  JSON.parse(`[${row?.seqs.slice(1, -1) ?? ''}]`) as number[]

/**
 * Returns a limit as part of the SQL that is usually not reached. With a parameter, PostgreSQL would assume that a
 * tenth of all rows is needed and choose a plan that returns the first rows early and all rows late.
 */
export const upTo = (count: number): Sql => ({ text: `LIMIT ${count}`, values: [] })
