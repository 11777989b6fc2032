import { setTimeout as delay } from 'node:timers/promises'
import { type Beat, type PrimaryPlace, primaryBeat, type ReplicaPlace, replicaBeat } from './beat.js'
import { createPositions, type Positions } from './positions.js'

/** Why a replica is not used: it does not answer, belongs to another database, is not a standby, or lags too far. */
export type ReplicaProblem = 'silent' | 'foreign' | 'no-standby' | 'behind'

/** The status of one replica. */
export interface Standing {
  /** Milliseconds since the last time at which it was known to be up to date; initially since the start. */
  lag(): number
  /** Null if it may be used. */
  problem(): ReplicaProblem | null
  /** Excludes it until it answers again. */
  lose(): void
}

export interface Watch {
  /** In the order of the addresses. */
  readonly standings: readonly Standing[]
  /** Queries all servers once more, and resolves when they have answered or timed out. */
  look(): Promise<void>
  close(): Promise<void>
}

export interface Watching {
  readonly primaryUrl: string
  readonly urls: readonly string[]
  /** Maximum lag in milliseconds. */
  readonly maxLag: number
  /** Called when a replica does not answer; `index` is that of its address. */
  onSilence(index: number): void
}

/**
 * Milliseconds between two polls, and those that replicas wait for the primary's answer, with which they are compared.
 */
const pause = 200
const headStart = 100

/**
 * Polls the lag of replicas in the background: it records the primary's log position over time, and determines which of
 * these positions each replica has replayed. A replica is thus used only while it is known to include everything
 * committed `maxLag` before (docs/operate.md, Replicas).
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
