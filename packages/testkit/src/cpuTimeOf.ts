/**
 * Returns the CPU time of a function in milliseconds. Wall-clock time would include other processes, so tests with a
 * time limit would fail on a busy machine.
 */
export function cpuTimeOf(task: () => unknown): number {
  const before = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
