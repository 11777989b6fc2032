import { DomainError, message } from '@plenum/core'

/** The memory budget for request bodies while they are received. */
export interface BodyBudget {
  enter(sender: BodySender): Share
}

export interface BodySender {
  readonly isMember: boolean
  readonly network: string | null
}

export interface Share {
  /** Sets the number of bytes that the body occupies in memory. */
  hold(bytes: number): void
  /**
   * Returns undefined if `bytes` more bytes of memory are available or, without `bytes`, if more of the body may be
   * read. Otherwise, returns a promise that resolves when this may have changed, and rejects with a DomainError
   * `busy` after the maximum total waiting time.
   */
  waitForMemory(bytes?: number): Promise<void> | undefined
  /**
   * Returns the memory scarcity, from 0 (half of the memory is free, or no other body needs memory) to 1 (all memory
   * is in use).
   */
  scarcity(): number
  /** Releases the memory of the body. Further calls have no effect. */
  leave(): void
}

/**
 * The maximum share of the visitors' or members' half of the budget that bodies from one network may use, as a
 * fraction.
 */
const shareOfNetwork = 1 / 8

/** The default value of `maxWait`, in milliseconds. */
const defaultMaxWait = 30_000

/** The value of the `Retry-After` header, in seconds, for a client whose body has waited too long. */
const retryAfter = 5

/**
 * Creates a memory budget with one half for visitors and one for members, so that visitors cannot block members'
 * uploads. A body waits if it would exceed the limit of its half or the share of its network. One body in each half is
 * exempt from both limits, to prevent deadlocks and to admit a body that is larger than the share of its network. Each
 * half can therefore exceed its limit by one body.
 */
export function createBodyBudget(bytes: number, maxWait = defaultMaxWait): BodyBudget {
  const [visitors, members] = [createHalf(bytes / 2, maxWait), createHalf(bytes / 2, maxWait)]
  return { enter: ({ isMember, network }) => (isMember ? members : visitors).enter(network) }
}

interface Waiting {
  readonly bytes: number
  readonly wake: () => void
}

interface Holder {
  bytes: number
  readonly group: Group | null
  waiting: Waiting | null
  /** The maximum total waiting time of a body, in milliseconds. */
  maxWait: number
}

interface Group {
  bytes: number
  readonly holders: Set<Holder>
}

const isFirst = (holder: Holder, holders: Set<Holder>): boolean => holders.values().next().value === holder

const noMemory = (): DomainError => new DomainError('busy', message('body.no-room'), { context: null, retryAfter })

function wait(holder: Holder, bytes: number): Promise<void> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      holder.waiting = null
      holder.maxWait = 0
      reject(noMemory())
    }, holder.maxWait).unref()
    const wake = (): void => {
      clearTimeout(timer)
      holder.waiting = null
      holder.maxWait -= performance.now() - startedAt
      resolve()
    }
    holder.waiting = { bytes, wake }
  })
}

function createHalf(capacity: number, maxWait: number) {
  const holders = new Set<Holder>()
  const groups = new Map<string, Group>()
  let heldBytes = 0
  let exceeding: Holder | null = null
  const isPreferred = (holder: Holder): boolean => (exceeding ? holder === exceeding : isFirst(holder, holders))
  const canHold = (holder: Holder, bytes: number): boolean => {
    const hasMemory = heldBytes + bytes <= capacity
    const { group } = holder
    if (!group || group.bytes + bytes <= capacity * shareOfNetwork) return hasMemory || isPreferred(holder)
    if (!isPreferred(holder) && (exceeding || !hasMemory || !isFirst(holder, group.holders))) return false
    exceeding = holder
    return true
  }
  const wakeAll = (): void => {
    for (const holder of holders) if (holder.waiting && canHold(holder, holder.waiting.bytes)) holder.waiting.wake()
  }
  const change = (holder: Holder, bytes: number): void => {
    const more = bytes - holder.bytes
    holder.bytes = bytes
    heldBytes += more
    if (holder.group) holder.group.bytes += more
    if (more < 0) wakeAll()
  }
  const scarcity = (holder: Holder): number => {
    if (holder === exceeding && [...holders].some(({ waiting }) => waiting)) return 1
    return holders.size < 2 ? 0 : Math.min(1, Math.max(0, (2 * heldBytes) / capacity - 1))
  }
  return {
    enter: (network: string | null): Share => {
      const group = network === null ? null : (groups.get(network) ?? { bytes: 0, holders: new Set<Holder>() })
      const holder: Holder = { bytes: 0, group, waiting: null, maxWait }
      holders.add(holder)
      group?.holders.add(holder)
      if (network !== null && group) groups.set(network, group)
      return {
        hold: bytes => {
          if (holders.has(holder)) change(holder, bytes)
        },
        waitForMemory: (bytes = 0) =>
          !holders.has(holder) || canHold(holder, bytes) ? undefined : wait(holder, bytes),
        scarcity: () => scarcity(holder),
        leave: () => {
          if (!holders.delete(holder)) return
          holder.waiting?.wake()
          group?.holders.delete(holder)
          if (network !== null && group?.holders.size === 0) groups.delete(network)
          if (exceeding === holder) exceeding = null
          change(holder, 0)
          wakeAll()
        },
      }
    },
  }
}
