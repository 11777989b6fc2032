export interface Task {
  soon(): void
  stop(): Promise<void>
}

/** Work that runs some time after `soon` was called, once for all calls until then. */
export function createTask(milliseconds: number, work: () => Promise<void>): Task {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  const run = () => {
    timer = undefined
    // Errors are ignored in the background: the next write meets the same problem and reports it.
    running = running.then(work).catch(() => {})
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
