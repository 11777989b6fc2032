import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { WritingConnection } from '../connection.js'
import { commit } from './commit.js'
import { beginFenced, requireOwnSchema, schemaVersion } from './fence.js'
import type { NumberedChange } from './lastCommits.js'
import { letLast } from './lasting.js'
import { locks } from './locks.js'
import { type Ask, type Statements, statementsOn } from './postgresConnection.js'
import { type Session, sessionOn } from './session.js'
import { timeLimits } from './timeLimits.js'

/** The connection of a writer: each transaction uses one of the pool. */
export interface PostgresWriting extends WritingConnection {
  begin(): Promise<void>
  /** Raises the timeouts of the running transaction, to fill a whole database. */
  letLast(): Promise<void>
}

interface Transaction {
  readonly session: Session
  readonly change: NumberedChange
  readonly ask: Ask
  /** Milliseconds for its COMMIT. */
  readonly commit: number
  /** The server's id of the transaction. */
  readonly id: string
}

/**
 * Transactions that change content are serialized across all processes: they queue for a lock, in order. Checks before
 * a write therefore stay valid, and no deadlocks occur.
 */
export function writingConnection(pool: Pool, statements: Statements, waitFor: Lock): PostgresWriting {
  const writer = randomUUID()
  let number = 0
  let current: Transaction | undefined
  const running = (): Transaction => {
    if (!current) throw new Error('There is no transaction.')
    return current
  }
  return {
    ...statementsOn(statements, query => running().ask(query)),
    begin: async () => {
      const session = sessionOn(await pool.connect())
      const change = { writer, number: ++number }
      current = await beginOn(session, { begin: begins[waitFor], change })
    },
    letLast: async () => {
      const before = running()
      current = { ...before, ask: await letLast(before.session.ask), commit: timeLimits.whole }
    },
    commit: async () => {
      const { session, id, change, commit: limit } = running()
      await commit(pool, { ask: session.ask, id, change, limit })
      session.release()
      current = undefined
    },
    rollBack: async () => {
      const ended = current
      current = undefined
      await ended?.session.rollBack()
    },
  }
}

const asked = `SELECT pg_current_xact_id()::text AS id, ${schemaVersion}`

const begins = {
  content: `${beginFenced}, pg_advisory_xact_lock(${locks.content}); ${asked}`,
  nothing: `${beginFenced}; ${asked}`,
}

/** The lock that a transaction acquires first: all changes of content share one. */
export type Lock = keyof typeof begins

interface Beginning extends Pick<Transaction, 'change'> {
  readonly begin: string
}

interface Begun {
  readonly id: string
  readonly version: number | null
}

/** Throws a DomainError `store-unavailable` if another program has upgraded the schema. */
async function beginOn(session: Session, { begin, change }: Beginning): Promise<Transaction> {
  try {
    const results = (await session.ask({ text: begin })) as unknown as readonly { readonly rows: readonly Begun[] }[]
    const { id, version } = results[2]?.rows[0] ?? { id: '', version: null }
    requireOwnSchema(version)
    return { session, change, ask: session.ask, commit: timeLimits.commit, id }
  } catch (error) {
    await session.rollBack()
    throw error
  }
}
