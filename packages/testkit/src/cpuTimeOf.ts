/**
 * Milliseconds of CPU time that some work takes in this process. A clock would count too how long other processes had
 * the CPU, so that a bound would fail on a busy machine.
 */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
