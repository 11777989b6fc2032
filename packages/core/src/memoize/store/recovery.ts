import { pingInterval } from './breaker.js'
import type { SharedStore } from './sharedStore.js'

/** Finds out, in the background, when a store that was given up answers again. */
export interface Recovery {
  /** Sends one PING after `pingInterval`, and another each time that one was not answered. Once at a time. */
  begin(): void
  /** Goes on where the store has ended the sequence, once the next PING is due. Called for each caller that finds the store given up. */
  resume(): void
}

export interface RecoveryOptions {
  readonly store: Pick<SharedStore, 'ping'>
  readonly clock: () => number
  /** A PING will be sent after so many milliseconds. */
  onWaiting(milliseconds: number): void
  onAnswered(): void
}

export function createRecovery({ store, clock, onWaiting, onAnswered }: RecoveryOptions): Recovery {
  let isRunning = false
  let due = 0

  async function run(): Promise<void> {
    isRunning = true
    let isOver = false
    for (let wait = pingInterval; !isOver; wait = Math.max(0, due + pingInterval - clock())) {
      onWaiting(wait)
      due = clock() + wait
      isOver = await isLast(wait)
    }
    isRunning = false
  }

  async function isLast(wait: number): Promise<boolean> {
    const { kind } = await store.ping(wait)
    if (kind === 'answered') onAnswered()
    // A store that has not waited would be asked in an endless loop.
    return kind === 'answered' || kind === 'closed' || clock() < due - pingInterval / 2
  }

  const begin = (): void => {
    if (!isRunning) void run()
  }
  return {
    begin,
    resume: () => {
      if (clock() >= due) begin()
    },
  }
}
