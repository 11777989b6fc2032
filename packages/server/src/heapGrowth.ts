import { setFlagsFromString } from 'node:v8'

/**
 * Starts a garbage collection when the heap has grown to twice its live size. V8 itself waits for four times: 30 large
 * answers at once then took 470 MB, and 240 MB with this setting. A version of V8 without the setting only prints a
 * warning.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=100')
}

/** Milliseconds; a start that takes longer has work to do, such as a migration. */
const longestStart = 5000

const flagsOf = {
  start: ['--no-opt', '--semi-space-growth-factor=1'],
  usual: ['--opt', '--semi-space-growth-factor=2'],
}

/**
 * Begins a start without what V8 does for busy programs, and returns what ends it. Most objects made meanwhile stay, and
 * no function is called often: V8 would enlarge its space for new objects to 32 MB, which an idle server would keep, and
 * load its optimizing compiler, which takes 8 MB.
 */
export function beginStart(): () => void {
  for (const flag of flagsOf.start) setFlagsFromString(flag)
  const end = (): void => {
    clearTimeout(timer)
    for (const flag of flagsOf.usual) setFlagsFromString(flag)
  }
  const timer = setTimeout(end, longestStart).unref()
  return end
}
