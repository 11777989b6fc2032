import type { Message } from '../../foundation/messages.js'

/** Logs changes, never single calls: the store fails or recovers, a function stays in RAM, an invalidation failed. */
export type MemoizeLog = (level: 'info' | 'warn', text: Message) => void

/** Wraps a log so that its errors and rejections never reach callers of memoized functions. */
export function neverFailing(log: MemoizeLog): MemoizeLog {
  return (level, text) => {
    new Promise<void>(resolve => resolve(log(level, text))).catch(() => {})
  }
}
