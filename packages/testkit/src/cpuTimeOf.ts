/**
 * Returns the CPU time of a function in milliseconds. Tests with a time limit use CPU time, because the wall-clock time
 * depends on other processes.
 */
export function cpuTimeOf(task: () => unknown): number {
  const before = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
