import { noVotes, type Tally, type Voter, voterKey } from '@plenum/core/ports'
import { type Rows, sql } from '../../shared/sql.js'

/** A poll with its tally. Before the first vote, the columns contain an empty tally. */
export interface TallyRow {
  readonly counts: string
  readonly voters: number
  readonly casts: number
  readonly lastVote: number | null
}

export const tallyColumns = sql`t.counts, t.voters, t.casts, t.last_vote AS "lastVote"`

export const tallyOf = ({ counts, ...fields }: TallyRow): Tally =>
  fields.casts === 0 ? noVotes : { ...fields, counts: new Map(JSON.parse(counts)) }

/** Adds tallies for polls, and ignores UIDs for which no poll exists. */
export async function addTallies(connection: Rows, uids: readonly string[]): Promise<void> {
  // A concurrent commit that changes the poll either ends before this statement runs, or finds the row that this
  // statement adds (see `raiseEpochs`).
  await connection.run(sql`
    INSERT INTO tally (seq, epoch)
    SELECT n.seq, n.revision FROM (
      SELECT seq, revision FROM node n
      WHERE uid IN (SELECT json_array_elements_text(${JSON.stringify(uids)}::json))
        AND NOT EXISTS (SELECT 1 FROM tally t WHERE t.seq = n.seq)
      ORDER BY seq FOR SHARE OF n
    ) n
    ON CONFLICT DO NOTHING`)
}

export async function writeTallies(connection: Rows, tallies: readonly (Tally & { seq: number })[]): Promise<void> {
  if (tallies.length === 0) return
  const rows = tallies.map(({ counts, ...fields }) => ({ ...fields, counts: JSON.stringify(sortedByOption(counts)) }))
  await connection.run(sql`
    UPDATE tally t
    SET counts = v.counts, voters = v.voters, casts = v.casts, last_vote = v."lastVote"
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS v (seq bigint, counts text, voters integer, casts integer, "lastVote" double precision)
    WHERE t.seq = v.seq`)
}

const sortedByOption = (counts: Tally['counts']) => [...counts].sort(([a], [b]) => a - b)

/** Returns a voter key for storage, as JSON, because PostgreSQL strings cannot contain NUL or lone surrogates. */
export const storedKey = (voter: Voter): string => JSON.stringify(voterKey(voter))
