import { setTimeout as delay } from 'node:timers/promises'

/** Repeats a call, and waits for `pause` milliseconds after each call. */
export async function repeatedly(times, pause, act) {
  for (let i = 0; i < times; i++) {
    await act()
    await delay(pause)
  }
}
