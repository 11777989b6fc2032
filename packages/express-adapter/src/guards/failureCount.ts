import { LRUCache } from 'lru-cache'

const minute = 60_000
/** Keys of one limit: more than passwords can be checked in a minute, at what a check costs. */
const maxKeys = 10_000

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

/** Lets so many fail in the minute that begins with the first of them. Forgets the key that was not asked for longest when there are too many. */
export function failureCount(most: number): FailureCount {
  // Takes half a megabyte from its beginning, which most services that embed a router never need.
  let failed: LRUCache<string, number> | null = null
  const startCounting = () =>
    new LRUCache<string, number>({ max: maxKeys, ttl: minute, ttlResolution: 0, noUpdateTTL: true })
  const running = new Map<string, number>()
  const failures = (key: string): number => failed?.get(key) ?? 0
  return {
    most,
    wait: key => (failures(key) < most ? 0 : (failed?.getRemainingTTL(key) ?? 0)),
    hasRoom: key => failures(key) + (running.get(key) ?? 0) < most,
    begin: key => void running.set(key, (running.get(key) ?? 0) + 1),
    end: (key, hasFailed) => {
      const others = (running.get(key) ?? 0) - 1
      if (others > 0) running.set(key, others)
      else running.delete(key)
      if (!hasFailed) return
      failed ??= startCounting()
      failed.set(key, failures(key) + 1)
    },
  }
}
