import { type Sql, sql } from '../../sql.js'
import type { Rows } from '../engine.js'

/** A list of the `seq` of objects as one text `{1,2}`: the driver takes longer for many rows, PostgreSQL for JSON. */
export interface Seqs {
  readonly seqs: string
}

/** The `seq` that a selection gives, in its order. */
export async function seqsIn(connection: Rows, selection: Sql): Promise<readonly number[]> {
  return seqsOf(await connection.row<Seqs>(sql`SELECT ARRAY (${selection})::text AS seqs`))
}

export const seqsOf = (row: Seqs | undefined): readonly number[] =>
  JSON.parse(`[${row?.seqs.slice(1, -1) ?? ''}]`) as number[]

/**
 * The end of a selection that mostly ends sooner, as a part of the statement: of a parameter PostgreSQL expects a tenth of
 * all rows, and reads them in a way that gives the first ones soon and all of them late.
 */
export const upTo = (count: number): Sql => ({ text: `LIMIT ${count}`, values: [] })
