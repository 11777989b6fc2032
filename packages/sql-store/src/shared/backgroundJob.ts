export interface BackgroundJob {
  soon(): void
  stop(): Promise<void>
}

/** A job that runs `milliseconds` after `soon`, once for all calls until then. */
export function createBackgroundJob(milliseconds: number, task: () => Promise<void>): BackgroundJob {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const run = () => {
    timer = undefined
    // Errors of background jobs are ignored: the next write meets the same problem and reports it.
    running = running.then(task).catch(() => {})
  }
  return {
    soon: () => {
      if (!isStopped) timer ??= setTimeout(run, milliseconds).unref()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
