import { withoutTrailing } from '../../foundation/trailing.js'
import { type Deadline, type StartTimer, withDeadline } from './deadline.js'
import type { Scrub } from './scrub.js'
import type { SharedStore, StoreFault } from './sharedStore.js'

/** Milliseconds that removing values may take, which grow in number with the store. */
const invalidationDeadline = 10_000
/** Milliseconds that telling of the server may take at least: it opens a connection of its own. */
const descriptionDeadline = 1000
const maxReasonLength = 200

export interface Bounds {
  /** Milliseconds for a request. */
  readonly timeout: number
  readonly timer: StartTimer
  readonly clock: () => number
  readonly scrub: Scrub
}

/** A store that keeps what the port promises, whatever the one behind it does: deadlines, no rejections, no secrets in reasons. */
export function boundedStore(store: SharedStore, { timeout, timer, clock, scrub }: Bounds): SharedStore {
  const deadlineOf = (milliseconds: number): Deadline<Unavailable> => ({
    milliseconds,
    timer,
    late: () => unavailable(`no answer within ${milliseconds} ms`),
    broken: error => unavailable(error instanceof Error ? error.message : String(error)),
  })
  const bound = <T extends object>(work: () => Promise<T>, deadline: Deadline<Unavailable>): Promise<T | Unavailable> =>
    withDeadline<T | Unavailable>(work, deadline).then(outcome => scrubbed(outcome, scrub))
  const request = deadlineOf(timeout)
  const invalidation = deadlineOf(Math.max(timeout, invalidationDeadline))
  const description = deadlineOf(Math.max(timeout, descriptionDeadline))
  return {
    get: address => bound(() => store.get(address), request),
    set: (address, value) => bound(() => store.set(address, value), request),
    invalidate: name => bound(() => store.invalidate(name), invalidation),
    describe: async () => {
      const start = clock()
      const outcome = await bound(() => store.describe(), description)
      return 'latency' in outcome ? outcome : { ...outcome, latency: clock() - start }
    },
    close: () => store.close(),
  }
}

type Unavailable = StoreFault & { readonly kind: 'unavailable' }

const unavailable = (reason: string): Unavailable => ({ kind: 'unavailable', reason })

function scrubbed<T extends object>(outcome: T, scrub: Scrub): T {
  if (!('reason' in outcome)) return outcome
  return { ...outcome, reason: withoutTrailing(scrub(String(outcome.reason)).slice(0, maxReasonLength), '.') }
}
