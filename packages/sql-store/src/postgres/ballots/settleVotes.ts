import type { Connection } from '../../connection.js'
import { sql } from '../../sql.js'
import { createTask, type Task } from '../../task.js'
import type { Write, Writer } from '../../writer.js'
import { scatterVoters, separateTally, type UnsettledPoll, unsettledPolls } from './scatterVoters.js'

export interface Settling {
  readonly writer: Pick<Writer, 'alone'>
  /** Works outside of transactions. */
  readonly aside: Pick<Connection, 'rows'> & { vacuum(tables: string): Promise<void> }
}

/** Milliseconds between a vote and the time from which no SQL joins voter and pick. */
const settleAfter = 1000
/** Voters who are written anew at once. The order of more waits longer, so that this stays a small part of the work. */
const fewVoters = 5000
const millisecondsPerVoter = 0.2

/**
 * Takes away what shows who voted with whom and when, a second after a vote and as often as votes come (docs/polls.md, Votes
 * on PostgreSQL, rules 3 to 5). What another process has left is taken away at the start. The last votes are settled by
 * `stop`.
 */
export function createSettling(settling: Settling): Task {
  let since = new Map<number, number>()
  let mustVacuum = false
  const isDue = ({ seq, voters }: UnsettledPoll) =>
    voters <= fewVoters || performance.now() - (since.get(seq) ?? 0) > voters * millisecondsPerVoter
  const settle = async (isReady: (poll: UnsettledPoll) => boolean) => {
    const polls = await unsettledPolls(settling.aside)
    since = new Map(polls.map(({ seq }) => [seq, since.get(seq) ?? performance.now()]))
    const ready = new Set(polls.filter(isReady))
    for (const poll of polls) {
      await settlePoll(settling, poll.seq, ready.has(poll))
      // Votes that have come meanwhile wait as long again.
      if (ready.has(poll)) since.delete(poll.seq)
    }
    mustVacuum = (polls.length > 0 || mustVacuum) && (await mayBeLeft(settling))
    return !mustVacuum && ready.size === polls.length
  }
  let isDone = false
  const task = createTask(settleAfter, async () => {
    isDone = true
    if (!(await settle(isDue).catch(() => false))) soon()
  })
  const soon = () => {
    isDone = false
    task.soon()
  }
  soon()
  const stop = async () => {
    await task.stop()
    // Later starts settle what the database does not let be settled now.
    if (!isDone) await settle(() => true).catch(() => {})
  }
  return { soon, stop }
}

async function settlePoll({ writer }: Settling, seq: number, withVoters: boolean): Promise<void> {
  // Each write has a transaction of its own: between two of them, others of this process have their turn.
  const own: Write = (work, isKept) => writer.alone(write => write(work, isKept))
  const settled = withVoters ? await scatterAll(own, seq) : null
  await own(connection => separateTally(connection, seq, settled), isKept)
}

/** Returns the number of casts that is settled. */
async function scatterAll(own: Write, seq: number): Promise<number | null> {
  let casts: number | null = null
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    const scattered = await own(connection => scatterVoters(connection, seq, from), isKept)
    casts ??= scattered?.casts ?? null
    after = scattered?.last ?? null
  }
  return casts
}

const isKept = () => true

/**
 * Vacuums; true when former rows may have been kept for a transaction that began before they were overwritten. It is looked
 * for before: one that ends meanwhile was in the way, too, and one that begins later is not, but for what it sees of others
 * that run. What replicas look at may be in the way as well (`hot_standby_feedback`).
 */
async function mayBeLeft({ aside }: Settling): Promise<boolean> {
  const [row] = await aside.rows<{ held: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM pg_stat_activity a
      WHERE (a.datid IS NULL OR a.datname = current_database())
        AND greatest(age(a.backend_xmin), age(a.backend_xid)) > (SELECT min(age(t.xmin)) FROM tally t)
    ) AS held`)
  await aside.vacuum('tally, voters')
  return row?.held === true
}
