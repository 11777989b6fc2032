import { setTimeout as delay } from 'node:timers/promises'

/** Waits until something is so. Rejects with what it is about when that takes too long. */
export async function eventually(what: string, isSo: () => unknown, patience = 15_000): Promise<void> {
  const end = performance.now() + patience
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited ${patience} ms in vain: ${what}.`)
    await delay(10)
  }
}
