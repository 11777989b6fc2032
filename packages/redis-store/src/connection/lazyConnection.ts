import { setMaxListeners } from 'node:events'
import { queueIsFull } from './faults.js'

/** A connection that is opened on demand, and is opened again after it has been lost. */
export type LazyConnection<C> = ReturnType<typeof createLazyConnection<C>>

export type Open<C> = (signal: AbortSignal, onLost: () => void) => Promise<C>

interface Attempt<C> {
  readonly client: Promise<C>
  /** The open connection, or null while connecting. `since` is a time in milliseconds on a monotonic clock. */
  readonly connected: { readonly client: C; readonly since: number } | null
  waiting: number
  end(reason: Error): void
}

/**
 * The maximum number of callers that wait for a connection. The number is limited, because a caller that has timed out
 * occupies memory until the attempt ends.
 */
const maxWaiting = 5000

/**
 * Creates a connection that is opened on demand. Concurrent callers share an attempt, which is aborted after
 * `connectTimeout` milliseconds. A failed attempt is not repeated automatically, so the breaker determines how often an
 * unreachable server is tried. The timeout does not include loading the library, which can take a long time on a busy
 * machine.
 */
export function createLazyConnection<C>(
  open: Open<C>,
  connectTimeout: number,
  load: () => Promise<unknown> = async () => {},
) {
  const retiring = new Set<Attempt<C>>()
  let current: Attempt<C> | null = null
  let closed: Error | null = null

  function forget(ended: Attempt<C>): void {
    if (current === ended) current = null
    retiring.delete(ended)
  }

  const isOlder = (age: number): boolean =>
    Boolean(current?.connected && performance.now() - current.connected.since >= age)

  return {
    /** Runs `task` when the client is connected. If a caller times out, the attempt to connect continues. */
    use: <T>(task: (client: C) => Promise<T>): Promise<T> => {
      if (closed) return Promise.reject(closed)
      current ??= attempt({ open, connectTimeout, load, forget })
      if (current.connected) return task(current.connected.client)
      return current.waiting++ < maxWaiting ? current.client.then(task) : Promise.reject(queueIsFull())
    },
    /** Starts to connect before the first request. If this attempt fails, the next request tries again. */
    begin: (): void => {
      current ??= attempt({ open, connectTimeout, load, forget })
    },
    /**
     * Ends the connection and all outstanding replies if the connection is at least `age` milliseconds old. A newer
     * connection is preserved, because connecting takes longer than a request. Without `age`, ends any connection.
     */
    reset: (reason: Error, age?: number): void => {
      if (age === undefined || isOlder(age)) current?.end(reason)
    },
    /**
     * Opens a new connection for the next request. The current connection ends after its outstanding replies have
     * arrived. Has no effect if the current connection is recent.
     */
    renew: (): void => {
      const old = current
      if (!old || !isOlder(connectTimeout)) return
      current = null
      retiring.add(old)
      setTimeout(() => old.end(new Error('the connection was replaced')), connectTimeout).unref()
    },
    close: (): void => {
      closed = new Error('the store was closed')
      for (const pending of [...retiring, current]) pending?.end(closed)
    },
  }
}

interface AttemptOptions<C> {
  readonly open: Open<C>
  readonly connectTimeout: number
  load(): Promise<unknown>
  forget(ended: Attempt<C>): void
}

function attempt<C>({ open, connectTimeout, load, forget }: AttemptOptions<C>): Attempt<C> {
  const controller = new AbortController()
  // Disables the limit for the number of listeners, because each cluster node adds a listener to this signal.
  setMaxListeners(0, controller.signal)
  let limit: NodeJS.Timeout | undefined
  const end = (reason: Error): void => {
    clearTimeout(limit)
    forget(begun)
    controller.abort(reason)
  }
  const startLimit = (): void => {
    if (controller.signal.aborted || begun.connected) return
    limit = setTimeout(() => end(new Error(`no connection within ${connectTimeout} ms`)), connectTimeout)
  }
  const client = open(controller.signal, () => end(new Error('the connection was lost')))
  const begun: Attempt<C> & { connected: Attempt<C>['connected'] } = { client, connected: null, waiting: 0, end }
  client.then(connected => {
    clearTimeout(limit)
    begun.connected = { client: connected, since: performance.now() }
  }, end)
  load().then(startLimit, end)
  return begun
}
