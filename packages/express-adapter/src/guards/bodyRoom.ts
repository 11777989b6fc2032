import { DomainError, message } from '@plenum/core'

/** The memory budget of request bodies while they are received. */
export interface BodyRoom {
  enter(sender: BodySender): Share
}

export interface BodySender {
  readonly isMember: boolean
  /** The client's network; null if the address is shared by many clients. */
  readonly network: string | null
}

export interface Share {
  /** Replaces the number of bytes that the body holds. */
  hold(bytes: number): void
  /**
   * Undefined if `bytes` more may be held now (default: if more may be read); otherwise a promise that resolves when
   * that may have changed. It rejects with a DomainError `busy` once the body has waited too long in total.
   */
  waitForRoom(bytes?: number): Promise<void> | undefined
  /** How scarce memory is: 0 while half of it is free or nobody else needs it, 1 when all of it is held. */
  scarcity(): number
  /** Releases the memory. Idempotent. */
  leave(): void
}

/** Maximum fraction of a half for the bodies of one network. */
const shareOfNetwork = 1 / 8

/** Maximum milliseconds that a body may wait in total. */
const usualPatience = 30_000

/** `Retry-After` in seconds for a client whose body has waited too long. */
const retryAfter = 5

/**
 * Visitors and members have one half of the bytes each, so that strangers cannot stop uploads. Bodies beyond a limit
 * wait, except one in each half, which may exceed both limits: this prevents deadlock, and admits a body larger than
 * the share of its network. A half never holds more than its bytes plus one body.
 */
export function createBodyRoom(bytes: number, patience = usualPatience): BodyRoom {
  const [visitors, members] = [createHalf(bytes / 2, patience), createHalf(bytes / 2, patience)]
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
  /** Remaining milliseconds that it may wait. */
  patience: number
}

interface Group {
  bytes: number
  readonly holders: Set<Holder>
}

const isFirst = (holder: Holder, holders: Set<Holder>): boolean => holders.values().next().value === holder

const noRoom = (): DomainError => new DomainError('busy', message('body.no-room'), { context: null, retryAfter })

/** Resolves when the holder is woken. */
function wait(holder: Holder, bytes: number): Promise<void> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      holder.waiting = null
      holder.patience = 0
      reject(noRoom())
    }, holder.patience).unref()
    const wake = (): void => {
      clearTimeout(timer)
      holder.waiting = null
      holder.patience -= performance.now() - begun
      resolve()
    }
    holder.waiting = { bytes, wake }
  })
}

function createHalf(most: number, patience: number) {
  const holders = new Set<Holder>()
  const groups = new Map<string, Group>()
  let held = 0
  /** The holder that has exceeded the share of its network. */
  let beyond: Holder | null = null
  const isPreferred = (holder: Holder): boolean => (beyond ? holder === beyond : isFirst(holder, holders))
  const mayHold = (holder: Holder, bytes: number): boolean => {
    const isRoom = held + bytes <= most
    const { group } = holder
    if (!group || group.bytes + bytes <= most * shareOfNetwork) return isRoom || isPreferred(holder)
    if (!isPreferred(holder) && (beyond || !isRoom || !isFirst(holder, group.holders))) return false
    beyond = holder
    return true
  }
  const wakeAll = (): void => {
    for (const holder of holders) if (holder.waiting && mayHold(holder, holder.waiting.bytes)) holder.waiting.wake()
  }
  const change = (holder: Holder, bytes: number): void => {
    const more = bytes - holder.bytes
    holder.bytes = bytes
    held += more
    if (holder.group) holder.group.bytes += more
    if (more < 0) wakeAll()
  }
  const scarcity = (holder: Holder): number => {
    if (holder === beyond && [...holders].some(({ waiting }) => waiting)) return 1
    return holders.size < 2 ? 0 : Math.min(1, Math.max(0, (2 * held) / most - 1))
  }
  return {
    enter: (network: string | null): Share => {
      const group = network === null ? null : (groups.get(network) ?? { bytes: 0, holders: new Set<Holder>() })
      const holder: Holder = { bytes: 0, group, waiting: null, patience }
      holders.add(holder)
      group?.holders.add(holder)
      if (network !== null && group) groups.set(network, group)
      return {
        hold: bytes => {
          if (holders.has(holder)) change(holder, bytes)
        },
        waitForRoom: (bytes = 0) => (!holders.has(holder) || mayHold(holder, bytes) ? undefined : wait(holder, bytes)),
        scarcity: () => scarcity(holder),
        leave: () => {
          if (!holders.delete(holder)) return
          holder.waiting?.wake()
          group?.holders.delete(holder)
          if (network !== null && group?.holders.size === 0) groups.delete(network)
          if (beyond === holder) beyond = null
          change(holder, 0)
          wakeAll()
        },
      }
    },
  }
}
