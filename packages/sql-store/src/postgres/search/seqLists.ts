import { type Rows, type Sql, sql } from '../../shared/sql.js'

/**
 * A list of the `seq` of objects as one string `{1,2}`. Many rows would take the driver longer, and JSON would take
 * PostgreSQL longer.
 */
export interface Seqs {
  readonly seqs: string
}

/** The `seq` values of a selection, in the order of the selection. */
export const seqsIn = async (connection: Rows, selection: Sql): Promise<readonly number[]> =>
  seqsOf(await connection.row<Seqs>(sql`SELECT ARRAY (${selection})::text AS seqs`))

export const seqsOf = (row: Seqs | undefined): readonly number[] =>
  JSON.parse(`[${row?.seqs.slice(1, -1) ?? ''}]`) as number[]

/**
 * A limit that is usually not reached, as part of the SQL. If it were a parameter, PostgreSQL would assume a tenth of
 * all rows, and choose a plan that returns the first rows early and all rows late.
 */
export const upTo = (count: number): Sql => ({ text: `LIMIT ${count}`, values: [] })
