import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 collect garbage when the heap has grown to twice its live size. V8's default is four times the live size: 30
 * concurrent large responses took 470 MB with the default, and 240 MB with this setting. Versions of V8 without the
 * setting only print a warning.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=100')
}

/**
 * The maximum time in milliseconds until the optimizations are turned on again, even if the start has not ended. A
 * start that takes longer, for example because of a migration, needs the optimizations.
 */
const maxStart = 5000

const flagsOf = {
  start: ['--no-opt', '--semi-space-growth-factor=1'],
  usual: ['--opt', '--semi-space-growth-factor=2'],
}

/**
 * Turns off V8's optimizations for busy programs, and returns a function that turns them on again. Most objects created
 * during a start remain alive, and no function runs often. V8 would enlarge its space for new objects to 32 MB, which
 * an idle server would not release, and load its optimizing compiler, which takes 8 MB.
 */
export function beginStart(): () => void {
  for (const flag of flagsOf.start) setFlagsFromString(flag)
  const end = (): void => {
    clearTimeout(timer)
    for (const flag of flagsOf.usual) setFlagsFromString(flag)
  }
  const timer = setTimeout(end, maxStart).unref()
  return end
}
