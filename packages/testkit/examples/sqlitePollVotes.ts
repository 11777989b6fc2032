import type { PollVotes } from '@plenum/core/polls'
import { voterKey } from '@plenum/core/ports'
import Database from 'libsql' // or 'better-sqlite3', which has the same methods

const schema = `
  CREATE TABLE IF NOT EXISTS polls (poll TEXT PRIMARY KEY, casts INTEGER NOT NULL, last_vote REAL);
  CREATE TABLE IF NOT EXISTS voters (poll TEXT, voter TEXT, PRIMARY KEY (poll, voter)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counts (poll TEXT, option INTEGER, votes INTEGER, PRIMARY KEY (poll, option));
`

/**
 * Stores the votes of polls in an SQLite file. Voters and options are stored in separate tables, so that votes are
 * secret.
 */
export function sqlitePollVotes(file: string): PollVotes & { close(): void } {
  const db = new Database(file)
  db.exec(schema)
  const addVoter = db.prepare('INSERT INTO voters VALUES (?, ?) ON CONFLICT DO NOTHING')
  const addOption = db.prepare('INSERT INTO counts VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET votes = votes + 1')
  const addCast = db.prepare(`INSERT INTO polls VALUES (?, 1, ?)
    ON CONFLICT DO UPDATE SET casts = casts + 1, last_vote = max(ifnull(last_vote, 0), excluded.last_vote)`)
  const findVoter = db.prepare('SELECT 1 FROM voters WHERE poll = ? AND voter = ?')
  const findOptions = db.prepare('SELECT option, votes FROM counts WHERE poll = ?').raw()
  const findPoll = db.prepare(`SELECT casts, last_vote, (SELECT count(*) FROM voters WHERE poll = polls.poll)
    FROM polls WHERE poll = ?`)
  const removals = [
    'DELETE FROM voters WHERE poll = ?',
    'DELETE FROM counts WHERE poll = ?',
    'UPDATE polls SET casts = casts + 1, last_vote = NULL WHERE poll = ?',
  ].map(sql => db.prepare(sql))

  const cast = db.transaction(({ poll, voter, options, time }: Parameters<PollVotes['cast']>[0]) => {
    // The primary key makes the vote atomic, even among several processes, because it admits each voter only once.
    if (addVoter.run(poll, voterKey(voter)).changes === 0) return 'already-voted'
    for (const option of options) addOption.run(poll, option)
    addCast.run(poll, time)
    return 'cast'
  })
  const tally = db.transaction((poll: string) => {
    const [casts, lastVote, voters] = (findPoll.raw().get(poll) ?? [0, null, 0]) as [number, number | null, number]
    return { counts: new Map(findOptions.all(poll) as [number, number][]), voters, casts, lastVote }
  })
  const clear = db.transaction((poll: string) => removals.map(removal => removal.run(poll)))

  return {
    tally: async poll => tally(poll),
    hasVoted: async (poll, voter) => findVoter.get(poll, voterKey(voter)) !== undefined,
    cast: async vote => cast.immediate(vote),
    clear: async poll => void clear.immediate(poll),
    close: () => void db.close(),
  }
}
