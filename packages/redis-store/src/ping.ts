import { setTimeout as delay } from 'node:timers/promises'
import type { StorePing } from '@plenum/core/memoize'
import { faultOf, isReply } from './connection/faults.js'
import type { RedisNodes, Send } from './connection/redisNodes.js'
import { withinDeadline } from './deadline.js'

/** Milliseconds in which a PING is to be answered, and the connection for it made. */
const deadline = 1000

/** A server that does not permit PING has answered all the same. */
export async function sendPing(send: Send): Promise<void> {
  await send(['PING']).catch(error => isReply(error, 'NOPERM') || Promise.reject(error))
}

/**
 * Asks over the connection that other requests will use, so that an answer says as much of the way as of the server. All
 * servers of a cluster have to answer. On a client that stays yours an unanswered PING is not followed by another one.
 */
export function pinging(nodes: RedisNodes): { ping(after: number): Promise<StorePing>; close(): void } {
  const closing = new AbortController()
  let unanswered: Promise<unknown> | null = null
  const pingAll = async (): Promise<void> => {
    await Promise.all((await nodes.masters()).map(({ send }) => sendPing(send)))
  }
  const pingOnce = (): Promise<unknown> => {
    unanswered ??= pingAll().finally(() => {
      unanswered = null
    })
    return unanswered
  }
  const ping = async (after: number): Promise<StorePing> => {
    try {
      await delay(after, undefined, { ref: false, signal: closing.signal })
    } catch {
      return { kind: 'closed' }
    }
    try {
      await withinDeadline(pingOnce(), deadline, error => nodes.reset(error))
      return { kind: 'answered' }
    } catch (error) {
      const fault = faultOf(error, nodes.scrub)
      return { ...fault, kind: 'unavailable' }
    }
  }
  return { ping, close: () => closing.abort() }
}
