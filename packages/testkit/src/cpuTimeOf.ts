/**
 * The CPU time of some work in milliseconds. Not wall clock time, which includes the time of other processes: limits
 * would fail on a busy machine.
 */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
