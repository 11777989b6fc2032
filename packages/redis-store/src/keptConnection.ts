import { setMaxListeners } from 'node:events'

/** A connection that is made when it is needed, and made anew after it was lost. */
export interface KeptConnection<C> {
  /** Does some work with it, once it is made. Who gives up waiting does not end the attempt. */
  use<T>(work: (client: C) => Promise<T>): Promise<T>
  /** Makes it already, so that whoever comes first need not wait. What fails now fails again for whoever asks. */
  begin(): void
  /** Ends it with all that it still owes, unless it is only being made, which may take longer than one request. */
  reset(reason: Error): void
  /** Ends it for good. */
  close(): void
}

/** Makes a connection, which ends with the signal, and tells when it is lost. */
export type Open<C> = (signal: AbortSignal, onLost: () => void) => Promise<C>

interface Attempt<C> {
  readonly client: Promise<C>
  /** The same, once it is made. */
  ready: C | null
  end(reason: Error): void
}

/**
 * Nothing connects in the background: an attempt is made for somebody who asks, all who ask meanwhile share it, and
 * after `longest` milliseconds it is given up. How often a server that refuses us is asked is thus up to the breaker.
 */
export function keepConnection<C>(open: Open<C>, longest: number): KeptConnection<C> {
  let current: Attempt<C> | null = null
  let closed: Error | null = null

  function attempt(): Attempt<C> {
    const controller = new AbortController()
    // As many as there are servers in a cluster.
    setMaxListeners(0, controller.signal)
    const end = (reason: Error): void => {
      clearTimeout(limit)
      if (current === begun) current = null
      controller.abort(reason)
    }
    const limit = setTimeout(() => end(new Error(`no connection within ${longest} ms`)), longest)
    const client = open(controller.signal, () => end(new Error('the connection was lost')))
    const begun: Attempt<C> = { client, ready: null, end }
    client.then(ready => {
      clearTimeout(limit)
      begun.ready = ready
    }, end)
    return begun
  }

  return {
    use: work => {
      if (closed) return Promise.reject(closed)
      current ??= attempt()
      return current.ready === null ? current.client.then(work) : work(current.ready)
    },
    begin: () => {
      current ??= attempt()
    },
    reset: reason => {
      if (current && current.ready !== null) current.end(reason)
    },
    close: () => {
      closed = new Error('the store was closed')
      current?.end(closed)
    },
  }
}
