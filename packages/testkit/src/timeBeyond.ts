import { setTimeout as delay } from 'node:timers/promises'

const parts = 5

/**
 * How many milliseconds some work takes beyond so many; below 0 when it takes less. These are waited for at the same
 * time, in parts, so that a machine that is busy holds up both.
 */
export async function timeBeyond(milliseconds: number, work: () => Promise<unknown>): Promise<number> {
  const passing = passingOf(milliseconds)
  await work()
  const end = performance.now()
  return end - (await passing)
}

async function passingOf(milliseconds: number): Promise<number> {
  for (let part = 0; part < parts; part++) await delay(milliseconds / parts)
  return performance.now()
}
