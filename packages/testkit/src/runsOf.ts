/**
 * The number of runs of an expensive property test: a twentieth of `runs`, which finds most errors too, and all of them
 * when LONG_TESTS is set.
 */
export function runsOf(runs: number): number {
  return process.env.LONG_TESTS ? runs : Math.ceil(runs / 20)
}
