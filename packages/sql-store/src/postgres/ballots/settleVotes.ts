import { type BackgroundJob, createBackgroundJob } from '../../shared/backgroundJob.js'
import { type Connection, sql } from '../../shared/sql.js'
import type { Write, Writer } from '../../shared/writing/writer.js'

export interface Settling {
  readonly writer: Pick<Writer, 'alone'>
  /** Runs statements outside a transaction. */
  readonly outside: Pick<Connection, 'rows'> & { vacuum(tables: string): Promise<void> }
}

/**
 * The delay, in milliseconds, before the rows of a vote are rewritten so that SQL queries can no longer associate the
 * voter with the vote.
 */
const settleAfter = 1000
/**
 * The maximum number of voters for which the rows of a poll are rewritten without an additional delay. The delay for
 * larger polls ensures that rewriting causes only a small part of the load.
 */
const fewVoters = 5000
const millisecondsPerVoter = 0.2

/**
 * Removes the traces that show which voters voted together and when (docs/polls.md, Votes on PostgreSQL, rules 3 to 5).
 * Runs one second after a vote, and repeatedly while votes arrive. The first run also removes traces that another
 * process has left behind. `stop` also removes the traces of the last votes.
 */
export function createSettling(settling: Settling): BackgroundJob {
  let since = new Map<number, number>()
  let mustVacuum = false
  const isDue = ({ seq, voters }: UnsettledPoll) =>
    voters <= fewVoters || performance.now() - (since.get(seq) ?? 0) > voters * millisecondsPerVoter
  const settle = async (isReady: (poll: UnsettledPoll) => boolean) => {
    const polls = await unsettledPolls(settling.outside)
    since = new Map(polls.map(({ seq }) => [seq, since.get(seq) ?? performance.now()]))
    const ready = new Set(polls.filter(isReady))
    for (const poll of polls) {
      await settlePoll(settling, poll.seq, ready.has(poll))
      // If more votes have been cast in the meantime, the poll waits for the full delay again.
      if (ready.has(poll)) since.delete(poll.seq)
    }
    mustVacuum = (polls.length > 0 || mustVacuum) && (await mayHaveTraces(settling))
    return !mustVacuum && ready.size === polls.length
  }
  let isSettled = false
  const job = createBackgroundJob(settleAfter, async () => {
    isSettled = true
    if (!(await settle(isDue).catch(() => false))) soon()
  })
  const soon = () => {
    isSettled = false
    job.soon()
  }
  soon()
  const stop = async () => {
    await job.stop()
    // Errors are ignored, because the remaining traces are removed when the service starts again.
    if (!isSettled) await settle(() => true).catch(() => {})
  }
  return { soon, stop }
}

async function settlePoll({ writer }: Settling, seq: number, withVoters: boolean): Promise<void> {
  // Separate transactions allow other writes of this process to run in between.
  const writeAlone: Write = task => writer.alone(write => write(task))
  const settled = withVoters ? await scatterAll(writeAlone, seq) : null
  await writeAlone(connection => separateTally(connection, seq, settled))
}

async function scatterAll(writeAlone: Write, seq: number): Promise<number | null> {
  let casts: number | null = null
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after
    const result = await writeAlone(connection => scatterVoters(connection, seq, from))
    casts ??= result?.casts ?? null
    after = result?.last ?? null
  }
  return casts
}

/**
 * Runs VACUUM. Resolves to true if older transactions may have preserved overwritten rows. Older transactions are
 * queried before VACUUM, because a transaction that ends during VACUUM may also have preserved rows. A transaction that
 * begins later preserves rows only if other transactions are still running. Replica snapshots can also preserve rows
 * (`hot_standby_feedback`).
 */
async function mayHaveTraces({ outside }: Settling): Promise<boolean> {
  const [row] = await outside.rows<{ held: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM pg_stat_activity a
      WHERE (a.datid IS NULL OR a.datname = current_database())
        AND greatest(age(a.backend_xmin), age(a.backend_xid)) > (SELECT min(age(t.xmin)) FROM tally t)
    ) AS held`)
  await outside.vacuum('tally, voters')
  return row?.held === true
}

interface UnsettledPoll {
  readonly seq: number
  readonly voters: number
}

const unsettledPolls = async (connection: Pick<Connection, 'rows'>): Promise<UnsettledPoll[]> =>
  await connection.rows<UnsettledPoll>(sql`SELECT seq, voters FROM tally WHERE settled <> casts ORDER BY seq`)

/** The maximum number of voters to rewrite in one transaction. Votes wait while the transaction runs. */
const votersAtOnce = 10_000

interface ScatterResult {
  readonly casts: number
  readonly last: string | null
}

/**
 * Rewrites the voters that follow a key, in key order, so that `xmin` and `ctid` depend only on the keys. Returns
 * null if the poll has been deleted or another process has settled the poll.
 */
async function scatterVoters(connection: Connection, seq: number, after: string): Promise<ScatterResult | null> {
  const [poll] = await connection.rows<{ casts: number }>(
    sql`SELECT casts FROM tally WHERE seq = ${seq} AND settled <> casts FOR UPDATE`,
  )
  if (!poll) return null
  const [result] = await connection.rows<{ last: string | null; voters: number }>(sql`
    WITH part AS (
      SELECT seq, key FROM voters WHERE seq = ${seq} AND key > ${after} ORDER BY key LIMIT ${votersAtOnce}
    ), gone AS (
      DELETE FROM voters v USING part p WHERE v.seq = p.seq AND v.key = p.key RETURNING v.seq, v.key
    ), written AS (
      INSERT INTO voters (seq, key) SELECT seq, key FROM gone ORDER BY key RETURNING key
    )
    SELECT max(key) AS last, count(*)::integer AS voters FROM written`)
  return { casts: poll.casts, last: result?.voters === votersAtOnce ? result.last : null }
}

async function separateTally(connection: Connection, seq: number, settled: number | null): Promise<void> {
  await connection.run(sql`UPDATE tally SET settled = coalesce(${settled}::integer, settled) WHERE seq = ${seq}`)
}
