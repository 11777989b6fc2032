/**
 * Returns the number of runs of an expensive property test: by default one hundredth of `runs`, which already finds
 * most errors, one twentieth in `npm run test:all`, and `runs` if LONG_TESTS is set.
 */
export function runsOf(runs: number): number {
  const { LONG_TESTS, ALL_TESTS } = process.env
  if (LONG_TESTS) return runs
  return Math.ceil(runs / (ALL_TESTS ? 20 : 100))
}
