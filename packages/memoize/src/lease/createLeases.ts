import type { Answer } from '../calls/cachedFunction.js'
import { affectedBy } from '../calls/copies.js'
import type { Lease, LeasedCall, LeaseOptions, Leases } from '../calls/leases.js'
import type { ReadBasis } from '../calls/sharedContext.js'
import { computeAndStore } from '../calls/storeValues.js'
import { addressOf } from '../store/storeGuard.js'
import { sleep as webSleep } from './sleep.js'

/** The minimum and the maximum pause between two reads, in milliseconds, while another process computes the value. */
const [minPause, maxPause] = [5, 50]

type Sleep = (milliseconds: number) => Promise<void>

/**
 * Creates the leases of a memoizer. Pass this function as the `leases` option of `createMemoizer`. `sleep` waits for a
 * number of milliseconds, by default with `setTimeout`.
 */
export function createLeases({ guard, clock }: LeaseOptions, sleep: Sleep = webSleep): Leases {
  const acquire: Leases['acquire'] = async (call, token) => {
    const { lease } = call.fn.periods
    if (lease === 0) return null
    const address = addressOf(affectedBy(call))
    const since = clock()
    const outcome = await guard.lease(address, token, lease)
    if (outcome?.kind === 'held') return { isHeld: true, release: () => {} }
    if (outcome?.kind !== 'acquired') return null
    const release = (): void => {
      if (clock() - since < lease) guard.release(address, token)
    }
    return { isHeld: false, release }
  }

  async function computeAlone(leased: LeasedCall, first: ReadBasis): Promise<Answer> {
    const { sharing, call, flight, lookUp } = leased
    const { fn } = call
    const begun = clock()
    const end = begun + fn.periods.lease
    let basis = first
    let lease: Lease | null = null
    for (let pause = minPause; basis.token !== null && clock() < end; pause = Math.min(2 * pause, maxPause)) {
      lease = await acquire(call, basis.token)
      if (!lease?.isHeld) break
      await sleep(Math.min(pause, Math.max(1, end - clock())))
      const lookup = await lookUp(sharing, call, { entry: flight.entry, isRepeated: true })
      if (lookup.kind === 'answer') {
        fn.publish(() => ({ kind: 'waited', function: fn.name, seconds: (clock() - begun) / 1000 }))
        return lookup.answer
      }
      basis = lookup.basis
    }
    return computeAndStore(leased, basis, lease)
  }

  return { acquire, computeAlone }
}
