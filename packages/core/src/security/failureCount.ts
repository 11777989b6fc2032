import type { MinuteCounts } from './minuteCount.js'

/** Something that has begun: it has failed unless it succeeds. */
export interface Begun {
  succeed(): Promise<void>
  fail(): Promise<void>
}

/** How much has failed within a minute, by key. */
export interface FailureCount {
  readonly most: number
  /** Milliseconds until something with this key may be tried again; 0: it may now. */
  wait(key: string): Promise<number>
  /** Null where what runs already could fail and reach the limit: whether there is room shows when it has ended. */
  begin(key: string): Promise<Begun | null>
}

/**
 * Lets so many fail in the minute that begins with the first of them. What begins is counted as well, and taken back when
 * it succeeds: so no limit is passed by haste, in however many processes.
 */
export function failureCount(most: number, counts: MinuteCounts, name: string): FailureCount {
  const failed = counts(`${name}:failed`)
  const begun = counts(`${name}:begun`)
  return {
    most,
    wait: async key => {
      const { times, wait } = await failed.look(key)
      return times < most ? 0 : wait
    },
    begin: async key => {
      const added = await begun.add(key)
      const succeed = () => begun.takeBack(key, added)
      if (added.times <= most) return { succeed, fail: async () => void (await failed.add(key)) }
      await succeed()
      return null
    },
  }
}
