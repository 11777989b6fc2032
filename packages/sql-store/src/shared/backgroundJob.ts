export type BackgroundJob = ReturnType<typeof createBackgroundJob>

/** Creates a job that runs `milliseconds` after a call of `soon`. All calls until the job runs share one run. */
export function createBackgroundJob(milliseconds: number, task: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const run = () => {
    timer = undefined
    // Errors of background jobs are ignored: the next write encounters the same problem and reports it.
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
