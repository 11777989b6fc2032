import { pingInterval } from './breaker.js'
import type { SharedStore } from './sharedStore.js'

/** Probes an unavailable store in the background until the store replies. */
export interface Recovery {
  /**
   * Sends PINGs at intervals of `pingInterval` until the store replies. Has no effect if PINGs are already being sent.
   */
  begin(): void
  /**
   * Starts to send PINGs again if no PINGs are being sent although one is due. Called for each call of a memoized
   * function during an outage.
   */
  resume(): void
}

export interface RecoveryOptions {
  readonly store: Pick<SharedStore, 'ping'>
  readonly clock: () => number
  /** Called before the delay that precedes a PING. */
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
    // The loop also ends if the store ignores the delay, because the loop would otherwise call the store without
    // pauses.
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
