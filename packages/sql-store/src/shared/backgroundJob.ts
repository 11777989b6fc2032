export type BackgroundJob = ReturnType<typeof createBackgroundJob>

/**
 * Creates a background job. A call to `soon` schedules a run after `milliseconds`. Further calls before this run have
 * no effect.
 */
export function createBackgroundJob(milliseconds: number, task: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const run = () => {
    timer = undefined
    // Errors are ignored, because the next write will report the same problem.
    running = running.then(task).catch(() => {})
  }
  return {
    soon: (): void => {
      if (!isStopped) timer ??= setTimeout(run, milliseconds).unref()
    },
    stop: (): Promise<void> => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
