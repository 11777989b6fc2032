/** The memory for bodies of requests, in which each body that is being received has a share. */
export interface BodyRoom {
  enter(sender: BodySender): Share
}

export interface BodySender {
  readonly isMember: boolean
  /** The network address; null where it stands for many clients. */
  readonly network: string | null
}

export interface Share {
  /** Counts the bytes that the body holds now, in place of those before. */
  hold(bytes: number): void
  /** Undefined when more may be read now; else a promise that resolves when more may be. */
  turn(): Promise<void> | undefined
  /** How scarce room is: 0 as long as half of it is free or nobody else needs it, 1 when all of it is held. */
  scarcity(): number
  /** Gives back all that is held. Further calls have no effect. */
  leave(): void
}

/** Part of a half that the bodies of one network address may hold. */
const shareOfNetwork = 1 / 8

/**
 * Visitors and members have a half of the bytes each, so that strangers cannot stop uploads. Bodies beyond a limit wait;
 * the first of a half always goes on, so that they never wait for each other, and a half never holds more than its bytes
 * and one body.
 */
export function createBodyRoom(bytes: number): BodyRoom {
  const [visitors, members] = [createHalf(bytes / 2), createHalf(bytes / 2)]
  return { enter: ({ isMember, network }) => (isMember ? members : visitors).enter(network) }
}

interface Holder {
  bytes: number
  readonly group: Group | null
  wake: (() => void) | null
}

interface Group {
  bytes: number
  readonly holders: Set<Holder>
}

const isFirst = (holder: Holder, holders: Set<Holder>): boolean => holders.values().next().value === holder

function createHalf(most: number) {
  const holders = new Set<Holder>()
  const groups = new Map<string, Group>()
  let held = 0
  const mayGoOn = (holder: Holder): boolean => {
    if (isFirst(holder, holders)) return true
    const { group } = holder
    return held <= most && (!group || group.bytes <= most * shareOfNetwork || isFirst(holder, group.holders))
  }
  const wakeAll = (): void => {
    for (const holder of holders)
      if (holder.wake && mayGoOn(holder)) {
        holder.wake()
        holder.wake = null
      }
  }
  const change = (holder: Holder, bytes: number): void => {
    const more = bytes - holder.bytes
    holder.bytes = bytes
    held += more
    if (holder.group) holder.group.bytes += more
    if (more < 0) wakeAll()
  }
  return {
    enter: (network: string | null): Share => {
      const group = network === null ? null : (groups.get(network) ?? { bytes: 0, holders: new Set<Holder>() })
      const holder: Holder = { bytes: 0, group, wake: null }
      holders.add(holder)
      group?.holders.add(holder)
      if (network !== null && group) groups.set(network, group)
      return {
        hold: bytes => {
          if (holders.has(holder)) change(holder, bytes)
        },
        turn: () => {
          if (mayGoOn(holder)) return undefined
          return new Promise(resolve => {
            holder.wake = resolve
          })
        },
        scarcity: () => (holders.size < 2 ? 0 : Math.min(1, Math.max(0, (2 * held) / most - 1))),
        leave: () => {
          if (!holders.delete(holder)) return
          group?.holders.delete(holder)
          if (network !== null && group?.holders.size === 0) groups.delete(network)
          change(holder, 0)
          wakeAll()
        },
      }
    },
  }
}
