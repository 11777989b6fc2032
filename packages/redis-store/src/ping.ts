import { setTimeout as delay } from 'node:timers/promises'
import type { StorePing } from '@plenum/core/memoize'
import { faultOf, isReply } from './connection/faults.js'
import type { RedisNodes, Send } from './connection/redisNodes.js'
import { DeadlineError, withinDeadline } from './deadline.js'

/** Milliseconds in which the connection is to be made, and a PING over it answered. */
const deadline = 1000

/** A server that does not permit PING has answered all the same. */
export async function sendPing(send: Send): Promise<void> {
  await send(['PING']).catch(error => isReply(error, 'NOPERM') || Promise.reject(error))
}

export interface Pinging {
  readonly nodes: RedisNodes
  /** Milliseconds that a request may take. */
  readonly timeout: number
}

/**
 * Asks over the connection that other requests will use, so that an answer says as much of the way as of the server. All
 * servers of a cluster have to answer, as fast as other requests. A PING that is still unanswered, as on a client that
 * stays yours, is waited for again in place of another one.
 */
export function pinging({ nodes, timeout }: Pinging): { ping(after: number): Promise<StorePing>; close(): void } {
  const closing = new AbortController()
  let unanswered: Promise<unknown> | null = null
  const pingAll = async (): Promise<void> => {
    const masters = await nodes.masters()
    unanswered ??= Promise.all(masters.map(({ send }) => sendPing(send))).finally(() => {
      unanswered = null
    })
    await withinDeadline(unanswered, Math.min(timeout, deadline))
  }
  const ping = async (after: number): Promise<StorePing> => {
    try {
      await delay(after, undefined, { ref: false, signal: closing.signal })
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
  return { ping, close: () => closing.abort() }
}
