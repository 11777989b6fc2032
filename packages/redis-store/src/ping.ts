import { setTimeout as delay } from 'node:timers/promises'
import type { StorePing } from '@plenum/core/memoize'
import { faultOf, isReply } from './connection/faults.js'
import type { RedisNodes, Send } from './connection/redisNodes.js'
import { DeadlineError, withinDeadline } from './deadline.js'

/** Milliseconds in which a connection must be opened and answer a PING. */
const deadline = 1000

/** NOPERM is a reply too: the server is up. */
export async function sendPing(send: Send): Promise<void> {
  await send(['PING']).catch(error => isReply(error, 'NOPERM') || Promise.reject(error))
}

export interface Pinging {
  readonly nodes: RedisNodes
  /** Milliseconds that a request may take. */
  readonly timeout: number
  /** Aborted when the store is closed. */
  readonly closing: AbortSignal
}

/**
 * Pings over the connection that other requests will use, so that a reply vouches for the network path as well. All
 * nodes of a cluster must reply, as fast as to other requests. An outstanding PING, as on a client that stays yours, is
 * awaited again instead of sending another.
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
