import type { Done } from '../../storeCounts.js'
import { type RenewablePool, renewablePool } from './renewablePool.js'
import { type PrimaryParts, type ReplicaStore, replicaStore } from './replicaStore.js'
import { type ReplicaProblem, type Standing, watchReplicas } from './watchReplicas.js'

export interface ReplicaOptions {
  /** Addresses of streaming replicas, as that of the database. Each has to lead to one server, always the same. */
  readonly urls: readonly string[]
  /** Milliseconds that one may be behind: a read sees all that was acknowledged so long before it. */
  readonly maxLag: number
}

export interface Replica extends Pick<ReplicaStore, 'content' | 'users'> {
  counts(): ReplicaCounts
}

export interface ReplicaCounts {
  /** Host, port and database. */
  readonly name: string
  /** Seconds since the last moment before which it is known to have had everything; at first since the start. */
  readonly lag: number
  /** Why it is left out; null while it may be used. */
  readonly problem: ReplicaProblem | null
  readonly reads: Done
  /** How often the primary was asked in its place. */
  readonly fallbacks: number
}

/** Databases that follow the one that is written to. */
export interface Replicas {
  readonly all: readonly Replica[]
  /** One that is not too far behind, and the same as long as it is not; null when there is none. */
  choose(): Replica | null
  /** Asks each anew how far it is; this happens in the background too. */
  look(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds: what a replica does not answer is asked of the primary, and all within the five seconds of a request. */
const limits = { connection: 1000, answer: 4500 }

/** Connections beside those of readers: for users, and what the state is. */
const others = 2

export interface OpeningReplicas extends ReplicaOptions {
  readonly primaryUrl: string
  readonly primary: PrimaryParts
  /** The number of reads at a time from one of them. */
  readonly readers: number
}

/** Never fails because of a replica: one that does not answer is left out until it does. */
export async function openReplicas({ urls, maxLag, primaryUrl, primary, readers }: OpeningReplicas): Promise<Replicas> {
  const kept: Kept[] = []
  const lose = (index: number): void => {
    watch.standings[index]?.lose()
    kept[index]?.store.forget()
    kept[index]?.pool.renew()
  }
  const watch = await watchReplicas({ primaryUrl, urls, maxLag, onSilence: lose })
  for (const [index, url] of urls.entries()) {
    const pool = await renewablePool({ url, size: readers + others, limits }, () => lose(index))
    kept.push({ name: nameOf(url), pool, store: replicaStore(pool, primary, readers) })
  }
  const all = kept.map((one, index) => replicaOf(one, watch.standings[index] as Standing))
  // Processes that start together do not all read from the same one.
  let current = Math.floor(Math.random() * all.length)
  return {
    all,
    choose: () => {
      for (let tried = 0; tried < all.length; tried++) {
        if (watch.standings[current]?.problem() === null) return all[current] ?? null
        current = (current + 1) % all.length
      }
      return null
    },
    look: watch.look,
    close: async () => {
      await watch.close()
      await Promise.all(kept.map(({ pool }) => pool.end()))
    },
  }
}

interface Kept {
  readonly name: string
  readonly pool: RenewablePool
  readonly store: ReplicaStore
}

const replicaOf = ({ name, store }: Kept, standing: Standing): Replica => ({
  content: store.content,
  users: store.users,
  counts: () => ({ name, lag: standing.lag() / 1000, problem: standing.problem(), ...store.counts() }),
})

/** An address without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}
