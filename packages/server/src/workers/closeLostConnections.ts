import type { Worker } from 'node:cluster'

/** A message of Node's cluster module that hands a connection to a worker, or the worker's acknowledgement. */
interface Handover {
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
}

interface Closable {
  close(): void
}

/**
 * Closes the connections that a worker was sent but had not accepted when it died. Node keeps them open forever, so
 * their clients would wait for an answer that never comes. Node has no event for this case: this function observes
 * `newconn` messages and their acknowledgements.
 */
export function closeLostConnections({ process: child }: Worker): void {
  const pending = new Map<unknown, Closable>()
  const send = child.send
  const sendAndRecord = (message: Handover, handle?: unknown, ...others: never[]): boolean => {
    if (message.act === 'newconn') pending.set(message.seq, handle as Closable)
    return send.call(child, message as never, handle as never, ...others)
  }
  child.send = sendAndRecord as typeof send
  child.on('internalMessage', ({ ack }: Handover) => void pending.delete(ack))
  child.once('exit', () => {
    for (const connection of pending.values()) connection.close()
  })
}
