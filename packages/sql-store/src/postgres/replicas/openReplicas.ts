import type { Client, Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg'
import type { OperationTotals } from '../../shared/storeCounts.js'
import { type PoolOptions, poolOpener } from '../server/openPool.js'
import { type PrimaryParts, type ReplicaStore, replicaStore } from './replicaStore.js'
import { type ReplicaProblem, type ReplicaStatus, watchReplicas } from './watchReplicas.js'

export interface ReplicaOptions {
  /**
   * The URLs of streaming replicas, in the same format as the URL of the primary. Each URL must always refer to the
   * same server.
   */
  readonly urls: readonly string[]
  /**
   * The maximum lag, in milliseconds. A read includes all changes that were acknowledged at least this long before
   * the read.
   */
  readonly maxLag: number
}

export interface Replica extends Pick<ReplicaStore, 'content' | 'users'> {
  counts(): ReplicaCounts
}

export interface ReplicaCounts {
  /** The host, port and database of the replica, for status reports. */
  readonly name: string
  /**
   * The time since the replica was last known to be up to date, in seconds. If the replica has never been up to date,
   * the value is the time since this program started.
   */
  readonly lag: number
  /** The reason why the replica is not used, or null if it is used. */
  readonly problem: ReplicaProblem | null
  readonly reads: OperationTotals
  /** The number of queries that were sent to the primary because the replica could not answer them. */
  readonly fallbacks: number
}

/** The replicas of a primary database. */
export interface Replicas {
  readonly all: readonly Replica[]
  /**
   * Returns a replica within the maximum lag, or null if no replica qualifies. Returns the same replica for as long
   * as its lag permits.
   */
  choose(): Replica | null
  /** Measures the lag of all replicas immediately. The lag is also measured periodically in the background. */
  look(): Promise<void>
  close(): Promise<void>
}

/**
 * The timeouts for replicas, in milliseconds. If a replica does not respond in time, the primary can still answer
 * within the limit of five seconds per request.
 */
const limits = { connection: 1000, answer: 4500 }

/** The number of connections to a replica in addition to those of the readers: one for users and one for the state. */
const otherConnections = 2

export interface OpeningReplicas extends ReplicaOptions {
  readonly primaryUrl: string
  readonly primary: PrimaryParts
  readonly readers: number
}

/** Opens the replicas. A replica that does not respond causes no error, but is excluded until it responds. */
export async function openReplicas({ urls, maxLag, primaryUrl, primary, readers }: OpeningReplicas): Promise<Replicas> {
  const opened: OpenedReplica[] = []
  const markLost = (index: number): void => {
    watch.statuses[index]?.markLost()
    opened[index]?.store.forget()
    opened[index]?.pool.renew()
  }
  const watch = await watchReplicas({ primaryUrl, urls, maxLag, onSilence: markLost })
  for (const [index, url] of urls.entries()) {
    const pool = await renewablePool({ url, size: readers + otherConnections, limits }, () => markLost(index))
    opened.push({ name: nameOf(url), pool, store: replicaStore(pool, primary, readers) })
  }
  const all = opened.map((replica, index) => replicaOf(replica, watch.statuses[index] as ReplicaStatus))
  // The first choice is random, so that processes that start at the same time use different replicas.
  let current = Math.floor(Math.random() * all.length)
  return {
    all,
    choose: () => {
      for (let attempts = 0; attempts < all.length; attempts++) {
        if (watch.statuses[current]?.problem() === null) return all[current] ?? null
        current = (current + 1) % all.length
      }
      return null
    },
    look: watch.look,
    close: async () => {
      await watch.close()
      await Promise.all(opened.map(({ pool }) => pool.end()))
    },
  }
}

interface OpenedReplica {
  readonly name: string
  readonly pool: RenewablePool
  readonly store: ReplicaStore
}

const replicaOf = ({ name, store }: OpenedReplica, standing: ReplicaStatus): Replica => ({
  content: store.content,
  users: store.users,
  counts: () => ({ name, lag: standing.lag() / 1000, problem: standing.problem(), ...store.counts() }),
})

function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}

type RenewablePool = Awaited<ReturnType<typeof renewablePool>>

/**
 * Opens a pool that can be replaced to drop the connections to an unavailable server. `onLost` is called when an idle
 * connection is lost.
 */
async function renewablePool(options: PoolOptions, onLost: () => void) {
  const open = await poolOpener(options)
  const begin = () => startedPool(open, onLost)
  let current = begin()
  return {
    connect: () => current.pool.connect(),
    query: <Row extends QueryResultRow>(query: QueryConfig) => current.pool.query<Row>(query),
    /**
     * Replaces the pool with a new pool and closes all connections immediately. Queries that are still in progress fail
     * with a connection error.
     */
    renew: (): void => {
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
    // On a client with an outstanding query, `end` closes the socket immediately.
    for (const client of busy) void (client as unknown as Client).end().catch(() => {})
    return pool.end()
  }
  return { pool, end }
}
