import type { Pool, PoolClient } from 'pg'
import type { WritingConnection } from '../connection.js'
import { commit } from './commit.js'
import { locks } from './locks.js'
import { type Statements, statementsOn } from './postgresConnection.js'

/** The connection of a writer: each transaction has one of the pool for itself. */
export interface PostgresWriting extends WritingConnection {
  begin(): Promise<void>
}

interface Transaction {
  readonly client: PoolClient
  /** The number by which the server knows the transaction. */
  readonly id: string
}

/**
 * Transactions of all processes that change content come one after the other: they queue for a lock, in the order in which
 * they ask for it. So rules that look before they write hold, and none waits for another in a circle.
 */
export function writingConnection(pool: Pool, statements: Statements, waitFor: Lock): PostgresWriting {
  let current: Transaction | undefined
  const client = (): PoolClient => {
    if (!current) throw new Error('There is no transaction.')
    return current.client
  }
  const end = (isBroken: boolean) => {
    current?.client.release(isBroken)
    current = undefined
  }
  return {
    ...statementsOn(statements, query => client().query(query)),
    begin: async () => {
      current = await beginOn(await pool.connect(), begins[waitFor])
    },
    commit: async () => {
      if (!current) throw new Error('There is no transaction.')
      end((await commit(pool, current)) === 'broken')
    },
    rollBack: async () => {
      if (!current) return
      await current.client.query('ROLLBACK').then(
        () => end(false),
        () => end(true),
      )
    },
  }
}

const begins = {
  content: `BEGIN; SELECT pg_advisory_xact_lock(${locks.content}); SELECT pg_current_xact_id()::text AS id`,
  nothing: 'BEGIN; SELECT; SELECT pg_current_xact_id()::text AS id',
}

/** What a transaction waits for before it begins: all that change content wait for each other. */
export type Lock = keyof typeof begins

async function beginOn(client: PoolClient, begin: string): Promise<Transaction> {
  try {
    const results = (await client.query(begin)) as unknown as readonly { readonly rows: readonly { id: string }[] }[]
    return { client, id: results[2]?.rows[0]?.id ?? '' }
  } catch (error) {
    client.release(true)
    throw error
  }
}
