import { noVotes, type Tally } from '@plenum/core/ports'
import { sql } from '../../shared/sql.js'
import type { SqliteRows } from '../rows.js'
import { paddedJson } from './paddedJson.js'

export interface Poll {
  readonly seq: number
  readonly revision: number
  readonly tally: Tally
}

type TallyDoc = Omit<Tally, 'counts'> & { readonly counts: readonly [option: number, votes: number][] }

/** The padding step, in characters. One step is sufficient for about twenty options. */
const step = 512

export function pollOf(connection: SqliteRows, uid: string): Poll | undefined {
  const row = connection.row<{ seq: number; revision: number; doc: string | null }>(sql`
    SELECT n.seq, n.revision, t.doc FROM node n LEFT JOIN tally t ON t.seq = n.seq WHERE n.uid = ${uid}`)
  return row && { seq: row.seq, revision: row.revision, tally: row.doc === null ? noVotes : tallyOf(row.doc) }
}

/** Parses a tally that `writeTally` has stored. */
export function tallyOf(doc: string): Tally {
  const { counts, ...fields } = JSON.parse(doc) as TallyDoc
  return { ...fields, counts: new Map(counts) }
}

export function writeTally(connection: SqliteRows, seq: number, { counts, ...fields }: Tally): void {
  const doc: TallyDoc = { ...fields, counts: [...counts].sort(([a], [b]) => a - b) }
  connection.run(sql`
    INSERT INTO tally (seq, doc) VALUES (${seq}, ${paddedJson(doc, step)})
    ON CONFLICT (seq) DO UPDATE SET doc = excluded.doc`)
}
