import { type Connection, emptiesLog } from './connection.js'

/** Empties the write-ahead log of a database, which shows what was written together as the database itself does not. */
export interface LogEmptier {
  /** Within about a second, or as soon after that as nobody reads from the log. */
  soon(): void
  /** Leaves the log as it is from now on. */
  stop(): void
}

const logLifetime = 1000

export function createLogEmptier(connection: Connection): LogEmptier {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const empty = () => {
    timer = undefined
    if (!canEmpty(connection)) soon()
  }
  const soon = () => {
    if (!isStopped) timer ??= setTimeout(empty, logLifetime).unref()
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { soon, stop }
}

/** In the background there is nobody to tell of an error; whoever writes next will meet it too. */
function canEmpty(connection: Connection): boolean {
  try {
    return emptiesLog(connection)
  } catch {
    return false
  }
}
