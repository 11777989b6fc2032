/**
 * The number of runs of an expensive property test. By default, it is one hundredth of `runs`, which already finds most
 * errors; in `npm run test:all`, it is one twentieth; and if LONG_TESTS is set, it is `runs`.
 */
export function runsOf(runs: number): number {
  const { LONG_TESTS, ALL_TESTS } = process.env
  if (LONG_TESTS) return runs
  return Math.ceil(runs / (ALL_TESTS ? 20 : 100))
}
