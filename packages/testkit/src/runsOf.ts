/**
 * How often a costly property is tried: a tenth of `runs`, which finds what breaks the rules as well, and all of them
 * where LONG_TESTS is set.
 */
export function runsOf(runs: number): number {
  return process.env.LONG_TESTS ? runs : Math.ceil(runs / 10)
}
