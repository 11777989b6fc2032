import { setTimeout as delay } from 'node:timers/promises'
import { type Beat, type PrimaryPlace, primaryBeat, type ReplicaPlace, replicaBeat } from './beat.js'
import { createPositions, type Positions } from './positions.js'

/** Why a replica is left out: it does not answer, is of another database, is none, or is too far behind. */
export type ReplicaProblem = 'silent' | 'foreign' | 'no-standby' | 'behind'

/** What is known of one replica. */
export interface Standing {
  /** Milliseconds since the last moment before which it is known to have had everything; at first since the start. */
  lag(): number
  /** Null where it may be used. */
  problem(): ReplicaProblem | null
  /** It is left out until it has answered anew. */
  lose(): void
}

export interface Watch {
  /** In the order of the addresses. */
  readonly standings: readonly Standing[]
  /** Asks all servers once more, and resolves when they have answered or are given up. */
  look(): Promise<void>
  close(): Promise<void>
}

export interface Watching {
  readonly primaryUrl: string
  readonly urls: readonly string[]
  /** Milliseconds that a replica may be behind. */
  readonly maxLag: number
  /** Called when a replica does not answer; `index` is that of its address. */
  onSilence(index: number): void
}

/** Milliseconds between two looks, and those that replicas wait for the primary, whose answer they are compared with. */
const pause = 200
const headStart = 100

/**
 * Asks in the background how far replicas are: where the primary was at which moment, and which of these positions each
 * replica has reached. So a replica is used only as long as it is known to have all that was committed `maxLag` before
 * (docs/operate.md, Replicas).
 */
export async function watchReplicas({ primaryUrl, urls, maxLag, onSilence }: Watching): Promise<Watch> {
  const primary = await primaryBeat(primaryUrl)
  const beats = await Promise.all(urls.map(replicaBeat))
  const positions = createPositions(maxLag)
  const watched = beats.map((beat, index) => watchOne(beat, { maxLag, onSilence: () => onSilence(index) }))
  let identity: string | null = null
  const askPrimary = async (): Promise<void> => {
    const asked = performance.now()
    const place: PrimaryPlace = await primary.ask()
    identity = place.identity
    positions.note(place.position, asked)
  }
  const look = async (): Promise<void> => {
    const told = askPrimary().catch(() => {})
    await Promise.race([told, delay(headStart, undefined, { ref: false })])
    await Promise.all(watched.map(one => one.look(positions, identity)))
    await told
  }
  let isClosed = false
  const goOn = async (): Promise<void> => {
    while (!isClosed) {
      await look()
      await delay(pause, undefined, { ref: false })
    }
  }
  void goOn()
  return {
    standings: watched,
    look,
    close: async () => {
      isClosed = true
      await Promise.all([primary, ...beats].map(beat => beat.end()))
    },
  }
}

interface Watched extends Standing {
  look(positions: Positions, identity: string | null): Promise<void>
}

function watchOne(
  beat: Beat<ReplicaPlace>,
  { maxLag, onSilence }: Pick<Watching, 'maxLag'> & { onSilence(): void },
): Watched {
  let fault: Exclude<ReplicaProblem, 'behind'> | null = 'silent'
  let freshAt = Number.NEGATIVE_INFINITY
  let lastFreshAt = performance.now()
  const judge = (found: typeof fault, moment: number): void => {
    fault = found
    freshAt = found === null ? moment : Number.NEGATIVE_INFINITY
    lastFreshAt = Math.max(lastFreshAt, freshAt)
  }
  return {
    lag: () => performance.now() - lastFreshAt,
    problem: () => fault ?? (performance.now() - freshAt > maxLag ? 'behind' : null),
    lose: () => judge('silent', 0),
    look: async (positions, identity) => {
      try {
        const place = await beat.ask()
        judge(faultOf(place, identity), positions.momentOf(place.position ?? Number.NaN))
      } catch {
        judge('silent', 0)
        onSilence()
      }
    },
  }
}

function faultOf(place: ReplicaPlace, identity: string | null): 'foreign' | 'no-standby' | null {
  if (!place.isStandby) return 'no-standby'
  return identity !== null && place.identity !== identity ? 'foreign' : null
}
