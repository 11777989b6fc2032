import type { Message } from '../../foundation/messages.js'

/**
 * Logs changes, never single calls: a store that fails or recovers, a function that stays in RAM, a failed
 * invalidation.
 */
export type MemoizeLog = (level: 'info' | 'warn', text: Message) => void

/** Wraps a log so that its errors and rejections never reach callers of memoized functions. */
export function neverFailing(log: MemoizeLog): MemoizeLog {
  return (level, text) => {
    new Promise<void>(resolve => resolve(log(level, text))).catch(() => {})
  }
}
