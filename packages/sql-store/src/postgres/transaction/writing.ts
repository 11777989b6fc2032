import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { WritingConnection } from '../../shared/sql.js'
import { connectionOn, type Execute, executeAll, type Statements } from '../connection.js'
import { isLost, outcomeUnknown } from '../faults.js'
import { beginFenced, requireOwnSchema, schemaVersion } from '../schema/fence.js'
import { commitOf, lastNumber, type NumberedChange } from '../schema/lastCommits.js'
import { locks } from '../schema/locks.js'
import { withTimeout } from '../server/queryTimeout.js'
import { timeLimits } from '../server/timeLimits.js'
import { extendTimeouts, type Session, sessionOn } from './session.js'
import { renewFeedId } from './timelines.js'

export interface PostgresWriting extends WritingConnection {
  begin(): Promise<void>
  /** Increases the timeouts of the current transaction, so that the transaction can fill an entire database. */
  extendTimeouts(): Promise<void>
}

interface Transaction {
  readonly session: Session
  readonly change: NumberedChange
  readonly execute: Execute
  /** The timeout for the COMMIT, in milliseconds. */
  readonly commit: number
  readonly id: string
  readonly timeline: string | null
}

/**
 * Creates the connection for writes. Transactions that change content are serialized across all processes, because each
 * of them first acquires the same lock. The results of checks before a write therefore remain valid, and no deadlocks
 * occur.
 */
export function writingConnection(pool: Pool, statements: Statements, begin: BeginOptions): PostgresWriting {
  const writer = randomUUID()
  let number = 0
  let current: Transaction | undefined
  let lastTimeline: string | null = null
  const running = (): Transaction => {
    if (!current) throw new Error('No transaction is open.')
    return current
  }
  return {
    ...connectionOn(statements, query => running().execute(query)),
    begin: async () => {
      const session = sessionOn(await pool.connect())
      const change = { writer, number: ++number }
      current = await beginOn(session, beginOf(begin), { change, lastTimeline })
    },
    extendTimeouts: async () => {
      const before = running()
      current = { ...before, execute: await extendTimeouts(before.session.execute), commit: timeLimits.whole }
    },
    commit: async () => {
      const { session, id, change, timeline, commit: limit } = running()
      await commit(pool, { execute: session.execute, id, change, limit })
      lastTimeline = timeline
      session.release()
      current = undefined
    },
    rollBack: async () => {
      const transaction = current
      current = undefined
      await transaction?.session.rollBack()
    },
  }
}

const transactionInfo = `SELECT pg_current_xact_id()::text AS id, ${schemaVersion}`

export interface BeginOptions {
  /** The lock that a transaction acquires first. All content changes acquire the same lock. */
  readonly waitFor: 'content' | 'nothing'
  readonly timeline: string
}

const beginOf = ({ waitFor, timeline }: BeginOptions): string => {
  const lock = waitFor === 'content' ? `, pg_advisory_xact_lock(${locks.content})` : ''
  return `${beginFenced}${lock}; ${transactionInfo}, ${timeline} AS timeline`
}

interface StartedTransaction {
  readonly id: string
  readonly version: number | null
  readonly timeline: string | null
}

interface Beginning {
  readonly change: NumberedChange
  readonly lastTimeline: string | null
}

/** Begins a write transaction. Throws a DomainError `store-unavailable` if another program has upgraded the schema. */
async function beginOn(session: Session, begin: string, { change, lastTimeline }: Beginning): Promise<Transaction> {
  try {
    const [, , info] = await executeAll(session.execute, { text: begin })
    const { id, version, timeline }: StartedTransaction = info?.rows[0] ?? { id: '', version: null, timeline: null }
    requireOwnSchema(version)
    if (timeline !== null && timeline !== lastTimeline) await renewFeedId(session.execute, timeline)
    return { session, change, execute: session.execute, commit: timeLimits.commit, id, timeline }
  } catch (error) {
    await session.rollBack()
    throw error
  }
}

export interface Committing {
  readonly execute: Execute
  readonly id: string
  readonly change: NumberedChange
  /** The maximum time to wait for the response, in milliseconds. */
  readonly limit: number
}

/**
 * Commits the transaction. If the response is lost, queries the outcome over a different connection until the outcome
 * is known. Throws the error of the COMMIT if nothing was committed, and a DomainError `outcome-unknown` if the outcome
 * cannot be determined in time.
 */
export async function commit(pool: Pool, { execute, id, change, limit }: Committing): Promise<void> {
  const deadline = performance.now() + limit - timeLimits.commit + timeLimits.outcome
  try {
    const results = await executeAll(execute, withTimeout({ text: commitOf(change) }, limit))
    if (results.at(-1)?.command === 'ROLLBACK') throw new Error('The database rolled the transaction back.')
  } catch (error) {
    if (!isLost(error)) throw error
    if (!(await awaitOutcome(pool, { id, change, deadline, error }))) throw error
  }
}

interface OutcomeQuery extends Pick<Committing, 'id' | 'change'> {
  readonly deadline: number
  readonly error: unknown
}

const pause = 50

async function awaitOutcome(pool: Pool, { deadline, error, ...commitId }: OutcomeQuery): Promise<boolean> {
  while (performance.now() < deadline) {
    const status = await Promise.race([
      outcomeOf(pool, commitId),
      delay(deadline - performance.now(), 'unknown', { ref: false }),
    ])
    if (status === 'committed') return true
    if (status === 'aborted') return false
    await delay(pause)
  }
  throw outcomeUnknown(error)
}

/**
 * Returns the outcome of a transaction. After the transaction has ended, the last committed change number of the writer
 * shows whether it was committed.
 */
async function outcomeOf(pool: Pool, { id, change }: Pick<OutcomeQuery, 'id' | 'change'>): Promise<string> {
  const status = await statusOf(pool, id)
  if (status !== 'committed') return status
  try {
    const { rows } = await pool.query<{ number: number }>(lastNumber, [change.writer])
    return Number(rows[0]?.number ?? 0) === change.number ? 'committed' : 'aborted'
  } catch {
    return 'unknown'
  }
}

/**
 * Returns the status of the transaction with the given id. If the server does not know the id, the transaction was lost
 * in a crash.
 */
async function statusOf(pool: Pool, id: string): Promise<string> {
  try {
    const { rows } = await pool.query('SELECT pg_xact_status($1::xid8) AS status', [id])
    return rows[0]?.status ?? 'unknown'
  } catch (error) {
    const isUnknownId = (error as { readonly code?: unknown }).code === '22023'
    return isUnknownId ? 'aborted' : 'unknown'
  }
}
