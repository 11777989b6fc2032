import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '@plenum/memoize'
import type { RedisNodes } from './connection/redisNodes.js'

export interface Announcements {
  /**
   * Announces an invalidation. Failures are ignored, because a process that misses the announcement uses its local
   * copies only until they expire.
   */
  announce(target: Target): void
  listen(onInvalidated: (target: Target) => void, onGap: () => void): void
}

export interface AnnouncementOptions {
  readonly nodes: RedisNodes
  readonly channel: string
  readonly closing: AbortSignal
}

/** The interval between two attempts to subscribe, in milliseconds. */
const pause = 1000

export function createAnnouncements({ nodes, channel, closing }: AnnouncementOptions): Announcements {
  // The id of this process in its announcements. Announcements with this id are ignored, because the server also
  // delivers them to the process that sent them.
  const sender = randomUUID()

  async function subscribe(onInvalidated: (target: Target) => void, onGap: () => void): Promise<void> {
    const onMessage = (text: string): void => {
      const target = readAnnouncement(text, sender)
      if (target) onInvalidated(target)
    }
    while (!closing.aborted && nodes.subscribe) {
      await nodes.subscribe({ channel, onMessage, onReady: onGap }, closing).catch(() => {})
      onGap()
      await delay(pause, undefined, { ref: false, signal: closing }).catch(() => {})
    }
  }

  return {
    announce: target => {
      const text = JSON.stringify({ sender, target })
      nodes.send(channel, ['PUBLISH', channel, text]).catch(() => {})
    },
    listen: (onInvalidated, onGap) => void subscribe(onInvalidated, onGap),
  }
}

function readAnnouncement(text: string, ownSender: string): Target | null {
  try {
    const { sender, target } = JSON.parse(text) as { readonly sender: unknown; readonly target: unknown }
    return sender === ownSender || !isTarget(target) ? null : target
  } catch {
    return null
  }
}

function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null) return false
  const { kind, name, digest, tag }: Readonly<Record<string, unknown>> = { ...value }
  const isText = (part: unknown): boolean => typeof part === 'string'
  switch (kind) {
    case 'all':
      return true
    case 'function':
      return isText(name)
    case 'call':
      return isText(name) && isText(digest)
    default:
      return kind === 'tag' && isText(tag)
  }
}
