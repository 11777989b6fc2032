import { setTimeout as delay } from 'node:timers/promises'

/** Does something so many times, with a pause in milliseconds after each. */
export async function repeatedly(times, pause, act) {
  for (let i = 0; i < times; i++) {
    await act()
    await delay(pause)
  }
}
