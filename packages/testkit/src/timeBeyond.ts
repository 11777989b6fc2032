import { setTimeout as delay } from 'node:timers/promises'

const parts = 5

/**
 * Returns the duration of a task minus `milliseconds`, which is negative if the task takes less time. In parallel, the
 * function waits for `milliseconds` in several steps, so that a busy machine delays both.
 */
export async function timeBeyond(milliseconds: number, task: () => Promise<unknown>): Promise<number> {
  const passing = passingOf(milliseconds)
  await task()
  const end = performance.now()
  return end - (await passing)
}

async function passingOf(milliseconds: number): Promise<number> {
  for (let part = 0; part < parts; part++) await delay(milliseconds / parts)
  return performance.now()
}
