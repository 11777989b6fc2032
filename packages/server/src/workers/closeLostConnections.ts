import type { Worker } from 'node:cluster'

/** What Node's cluster sends to hand a connection over, and how the worker answers that it has taken it. */
interface Handover {
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
}

interface Closable {
  close(): void
}

/**
 * Closes the connections that a worker was handed and had not taken when it died. Node keeps them open without an end,
 * and their clients wait for an answer that nobody will give. Node has no event for it: this looks at its messages,
 * `newconn` with a number and the answer to that number.
 */
export function closeLostConnections({ process: child }: Worker): void {
  const handed = new Map<unknown, Closable>()
  const send = child.send
  const sendAndNote = (message: Handover, handle?: unknown, ...others: never[]): boolean => {
    if (message.act === 'newconn') handed.set(message.seq, handle as Closable)
    return send.call(child, message as never, handle as never, ...others)
  }
  child.send = sendAndNote as typeof send
  child.on('internalMessage', ({ ack }: Handover) => void handed.delete(ack))
  child.once('exit', () => {
    for (const connection of handed.values()) connection.close()
  })
}
