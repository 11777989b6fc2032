/**
 * Returns the number of runs of an expensive property test: `runs` if LONG_TESTS is set, one twentieth of `runs` if
 * ALL_TESTS is set (`npm run test:all`), and otherwise one hundredth, which already finds most errors.
 */
export function runsOf(runs: number): number {
  const { LONG_TESTS, ALL_TESTS } = process.env
  if (LONG_TESTS) return runs
  return Math.ceil(runs / (ALL_TESTS ? 20 : 100))
}
