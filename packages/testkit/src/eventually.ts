import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `isSo` returns true. Rejects after `timeout` milliseconds with an error that contains `event`. */
export async function eventually(event: string, isSo: () => unknown, timeout = 15_000): Promise<void> {
  const end = performance.now() + timeout
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Timed out after ${timeout} ms: ${event}.`)
    await delay(10)
  }
}
