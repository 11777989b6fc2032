import { setMaxListeners } from 'node:events'
import { queueIsFull } from './faults.js'

/** A connection that is made when it is needed, and made anew after it was lost. */
export interface LazyConnection<C> {
  /** Does some work with it, once it is made. Who gives up waiting does not end the attempt. */
  use<T>(work: (client: C) => Promise<T>): Promise<T>
  /** Connects ahead of the first request. A failure is not remembered: the next request tries again. */
  begin(): void
  /**
   * Ends it with all that it owes, if it has been there for so many milliseconds: what is only being made takes longer.
   * Without an age it is ended in any case.
   */
  reset(reason: Error, age?: number): void
  /**
   * Connects anew for the next request; this connection ends when its outstanding replies have come. Nothing happens to
   * a connection that is new itself.
   */
  renew(): void
  /** Ends it for good. */
  close(): void
}

/** Makes a connection, which ends with the signal, and tells when it is lost. */
export type Open<C> = (signal: AbortSignal, onLost: () => void) => Promise<C>

interface Attempt<C> {
  readonly client: Promise<C>
  /** The same once it is made, and when that was, by a monotonic clock in milliseconds. */
  readonly made: { readonly client: C; readonly since: number } | null
  /** How many have asked while it was not made. */
  waiting: number
  end(reason: Error): void
}

/** Who gives up waiting is remembered until the attempt ends, and must not fill the memory. */
const maxWaiting = 5000

/**
 * Nothing connects in the background: an attempt is made for somebody who asks, all who ask meanwhile share it, and
 * after `longest` milliseconds it is given up. How often a server that refuses us is asked is thus up to the breaker.
 * The time for what is to be loaded first does not count: on a busy machine it may be longer, and no server is to blame.
 */
export function keepConnection<C>(
  open: Open<C>,
  longest: number,
  load: () => Promise<unknown> = async () => {},
): LazyConnection<C> {
  const replaced = new Set<Attempt<C>>()
  let current: Attempt<C> | null = null
  let closed: Error | null = null

  function forget(ended: Attempt<C>): void {
    if (current === ended) current = null
    replaced.delete(ended)
  }

  const isOlder = (age: number): boolean => Boolean(current?.made && performance.now() - current.made.since >= age)

  return {
    use: work => {
      if (closed) return Promise.reject(closed)
      current ??= attempt({ open, longest, load, forget })
      if (current.made) return work(current.made.client)
      return current.waiting++ < maxWaiting ? current.client.then(work) : Promise.reject(queueIsFull())
    },
    begin: () => {
      current ??= attempt({ open, longest, load, forget })
    },
    reset: (reason, age) => {
      if (age === undefined || isOlder(age)) current?.end(reason)
    },
    renew: () => {
      const old = current
      if (!old || !isOlder(longest)) return
      current = null
      replaced.add(old)
      setTimeout(() => old.end(new Error('the connection was replaced')), longest).unref()
    },
    close: () => {
      closed = new Error('the store was closed')
      for (const one of [...replaced, current]) one?.end(closed)
    },
  }
}

interface AttemptOptions<C> {
  readonly open: Open<C>
  readonly longest: number
  load(): Promise<unknown>
  forget(ended: Attempt<C>): void
}

function attempt<C>({ open, longest, load, forget }: AttemptOptions<C>): Attempt<C> {
  const controller = new AbortController()
  // As many as there are servers in a cluster.
  setMaxListeners(0, controller.signal)
  let limit: NodeJS.Timeout | undefined
  const end = (reason: Error): void => {
    clearTimeout(limit)
    forget(begun)
    controller.abort(reason)
  }
  const startLimit = (): void => {
    if (controller.signal.aborted || begun.made) return
    limit = setTimeout(() => end(new Error(`no connection within ${longest} ms`)), longest)
  }
  const client = open(controller.signal, () => end(new Error('the connection was lost')))
  const begun: Attempt<C> & { made: Attempt<C>['made'] } = { client, made: null, waiting: 0, end }
  client.then(made => {
    clearTimeout(limit)
    begun.made = { client: made, since: performance.now() }
  }, end)
  load().then(startLimit, end)
  return begun
}
