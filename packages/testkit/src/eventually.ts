import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `isSo` returns true. Rejects with `event` in the message after `patience` milliseconds. */
export async function eventually(event: string, isSo: () => unknown, patience = 15_000): Promise<void> {
  const end = performance.now() + patience
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Timed out after ${patience} ms: ${event}.`)
    await delay(10)
  }
}
