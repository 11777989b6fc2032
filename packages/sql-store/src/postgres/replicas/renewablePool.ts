import type { Client, Pool, PoolClient } from 'pg'
import type { Connections } from '../server/connections.js'
import { type PoolOptions, poolOpener } from '../server/openPool.js'

/** A pool that can be replaced, to drop connections to a server that is lost or silent. */
export interface RenewablePool extends Connections {
  /** Closes all connections immediately: outstanding queries fail with a lost connection. */
  renew(): void
  end(): Promise<void>
}

/** `onLost` is called when an idle connection breaks. */
export async function renewablePool(options: PoolOptions, onLost: () => void): Promise<RenewablePool> {
  const open = await poolOpener(options)
  const begin = () => startedPool(open, onLost)
  let current = begin()
  return {
    connect: () => current.pool.connect(),
    query: query => current.pool.query(query),
    renew: () => {
      const { end } = current
      current = begin()
      void end()
    },
    end: () => current.pool.end(),
  }
}

function startedPool(open: () => Pool, onLost: () => void) {
  const pool = open()
  const busy = new Set<PoolClient>()
  let isEnding = false
  pool.on('acquire', client => busy.add(client))
  pool.on('release', (_, client) => busy.delete(client))
  pool.on('error', () => isEnding || onLost())
  const end = () => {
    isEnding = true
    // The driver closes the socket if a query is outstanding.
    for (const client of busy) void (client as unknown as Client).end().catch(() => {})
    return pool.end()
  }
  return { pool, end }
}
