import { randomInt } from 'node:crypto'
import { DomainError, message } from '@plenum/core'

/** Runs a piece of work when its turn comes; throws `busy` when too many wait already. */
export type CheckQueue = <T>(work: () => Promise<T>) => Promise<T>

/** So many pieces of work run at a time, in the order in which they came, and at most so many wait (decisions, section 9: Logins that fail). */
export function checkQueue(places: number, mostWaiting: number): CheckQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = (): void => {
    const begin = waiting.shift()
    if (begin) begin()
    else running -= 1
  }
  return async work => {
    if (running < places) running += 1
    else if (waiting.length < mostWaiting) await new Promise<void>(resolve => waiting.push(resolve))
    else throw busy(mostWaiting)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

function busy(most: number): DomainError {
  // Drawn, so that not all who are sent away come back at once.
  const seconds = randomInt(1, 6)
  return new DomainError('busy', message('login.busy', { most, seconds }), { retryAfter: seconds })
}
