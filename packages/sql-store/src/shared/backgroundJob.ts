export type BackgroundJob = ReturnType<typeof createBackgroundJob>

/** Creates a job that runs `milliseconds` after a call of `soon`. All calls until then share one run. */
export function createBackgroundJob(milliseconds: number, task: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const run = () => {
    timer = undefined
    // Errors are ignored, because the next write encounters and reports the same problem.
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
