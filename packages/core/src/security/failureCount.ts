import { minuteCount } from './minuteCount.js'

/** How much has failed within a minute, by key. */
export interface FailureCount {
  readonly most: number
  /** Milliseconds until something with this key may be tried again; 0: it may now. */
  wait(key: string): number
  /** False where what runs already could fail and reach the limit: whether there is room shows when it has ended. */
  hasRoom(key: string): boolean
  begin(key: string): void
  end(key: string, hasFailed: boolean): void
}

/** Lets so many fail in the minute that begins with the first of them. `now` are milliseconds of any clock. */
export function failureCount(most: number, now: () => number): FailureCount {
  const failed = minuteCount(now)
  const running = new Map<string, number>()
  return {
    most,
    wait: key => (failed.timesOf(key) < most ? 0 : failed.wait(key)),
    hasRoom: key => failed.timesOf(key) + (running.get(key) ?? 0) < most,
    begin: key => void running.set(key, (running.get(key) ?? 0) + 1),
    end: (key, hasFailed) => {
      const others = (running.get(key) ?? 0) - 1
      if (others > 0) running.set(key, others)
      else running.delete(key)
      if (hasFailed) failed.add(key)
    },
  }
}
