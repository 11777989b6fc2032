import { setTimeout as delay } from 'node:timers/promises'
import type { StorePing } from '@plenum/memoize'
import { faultOf, isReply } from './connection/faults.js'
import type { RedisNodes, Send } from './connection/redisNodes.js'
import { DeadlineError, withinDeadline } from './deadline.js'

/** The deadline in milliseconds for opening a connection and receiving the reply to a PING. */
const deadline = 1000

export async function sendPing(send: Send): Promise<void> {
  await send(['PING']).catch(error => isReply(error, 'NOPERM') || Promise.reject(error))
}

export interface Pinging {
  readonly nodes: RedisNodes
  readonly timeout: number
  readonly closing: AbortSignal
}

/**
 * Returns a function that sends a PING on the regular connection, so that a reply also proves that requests can reach
 * the server. All nodes of a cluster must reply within one second or, if it is shorter, the timeout of a request. No
 * other PING is sent until the reply arrives, which can take a long time on a client that the application provides.
 */
export function pinging({ nodes, timeout, closing }: Pinging): (after: number) => Promise<StorePing> {
  let unanswered: Promise<unknown> | null = null
  const pingAll = async (): Promise<void> => {
    const masters = await nodes.masters()
    unanswered ??= Promise.all(masters.map(({ send }) => sendPing(send))).finally(() => {
      unanswered = null
    })
    await withinDeadline(unanswered, Math.min(timeout, deadline))
  }
  return async after => {
    try {
      await delay(after, undefined, { ref: false, signal: closing })
    } catch {
      return { kind: 'closed' }
    }
    try {
      await withinDeadline(pingAll(), deadline)
      return { kind: 'answered' }
    } catch (error) {
      if (error instanceof DeadlineError) nodes.reset(error)
      const fault = faultOf(error, nodes.scrub)
      return { ...fault, kind: 'unavailable' }
    }
  }
}
