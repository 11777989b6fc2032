/** The memory for bodies of requests, of which all that are being taken in have a share. */
export interface BodyRoom {
  enter(): Share
}

export interface Share {
  /** Counts bytes that have come. A promise when no more may be read until it resolves; undefined otherwise. */
  take(bytes: number): Promise<void> | undefined
  /** Gives back all that was taken. More than one call changes nothing. */
  leave(): void
}

interface Holder {
  bytes: number
  wake: (() => void) | null
}

/**
 * When the bytes of all bodies together are more than `most`, only the first that came goes on: one of them always
 * does, so that they never wait for each other, and there is never more than `most` and one body.
 */
export function createBodyRoom(most: number): BodyRoom {
  const holders = new Set<Holder>()
  let held = 0
  const mayGoOn = (holder: Holder): boolean => held <= most || holders.values().next().value === holder
  const wakeAll = (): void => {
    for (const holder of holders)
      if (holder.wake && mayGoOn(holder)) {
        holder.wake()
        holder.wake = null
      }
  }
  return {
    enter: () => {
      const holder: Holder = { bytes: 0, wake: null }
      holders.add(holder)
      return {
        take: bytes => {
          holder.bytes += bytes
          held += bytes
          if (mayGoOn(holder)) return undefined
          return new Promise(resolve => {
            holder.wake = resolve
          })
        },
        leave: () => {
          if (!holders.delete(holder)) return
          held -= holder.bytes
          wakeAll()
        },
      }
    },
  }
}
