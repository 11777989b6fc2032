import { type BackgroundJob, createBackgroundJob } from '../../shared/backgroundJob.js'
import { type Connection, sql } from '../../shared/sql.js'
import type { Write, Writer } from '../../shared/writing/writer.js'

export interface Settling {
  readonly writer: Pick<Writer, 'alone'>
  /** Sends statements outside of transactions. */
  readonly outside: Pick<Connection, 'rows'> & { vacuum(tables: string): Promise<void> }
}

/** The number of milliseconds after a vote until an SQL query can no longer associate the voter with the choice. */
const settleAfter = 1000
/**
 * The maximum number of voters of a poll whose rows are always rewritten immediately. Larger polls wait longer, so that
 * rewriting causes only a small part of the load.
 */
const fewVoters = 5000
const millisecondsPerVoter = 0.2

/**
 * Removes the traces that show which voters voted together and when: one second after a vote, and repeatedly while
 * votes arrive (docs/polls.md, Votes on PostgreSQL, rules 3 to 5). The first run removes the traces that another
 * process has left. `stop` settles the last votes.
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
      // The waiting time starts again for votes that were cast in the meantime.
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
    // Votes that the database cannot settle now are settled after a later start of the service.
    if (!isSettled) await settle(() => true).catch(() => {})
  }
  return { soon, stop }
}

async function settlePoll({ writer }: Settling, seq: number, withVoters: boolean): Promise<void> {
  // Each write runs in a separate transaction, so that other writes of this process can run in between.
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
 * Runs VACUUM, and returns whether a transaction that began before the rows were overwritten may have preserved the old
 * rows. The query runs before VACUUM: a transaction that ends before VACUUM runs did preserve rows, and a transaction
 * that begins later preserves rows only because of the transactions that are still running. The snapshots of replicas
 * may preserve rows as well (`hot_standby_feedback`).
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

/** A poll with votes cast since its voter rows were last rewritten. */
interface UnsettledPoll {
  readonly seq: number
  readonly voters: number
}

/**
 * Reads the polls whose voter rows reveal the order in which they were written, or the counts with which they were
 * written.
 */
const unsettledPolls = async (connection: Pick<Connection, 'rows'>): Promise<UnsettledPoll[]> =>
  await connection.rows<UnsettledPoll>(sql`SELECT seq, voters FROM tally WHERE settled <> casts ORDER BY seq`)

/** The maximum number of voters in one transaction. The limit keeps votes from waiting for a long time. */
const votersAtOnce = 10_000

interface ScatterResult {
  /** The poll's number of casts. */
  readonly casts: number
  /** The last rewritten key, or null if no more keys follow. */
  readonly last: string | null
}

/**
 * Rewrites some voters of a poll in sorted order, beginning after a key: `xmin` and `ctid` then depend only on the
 * voters' keys. Returns null if the poll has been deleted, or if another process has settled it.
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

/** Rewrites a tally in a transaction that does not write any voter. `settled` is the number of settled casts. */
async function separateTally(connection: Connection, seq: number, settled: number | null): Promise<void> {
  await connection.run(sql`UPDATE tally SET settled = coalesce(${settled}::integer, settled) WHERE seq = ${seq}`)
}
