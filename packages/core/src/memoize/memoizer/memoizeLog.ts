import type { Message } from '../../foundation/messages.js'

/** Logs changes, never single calls: the store fails or recovers, a function stays in RAM, an invalidation failed. */
export type MemoizeLog = (level: 'info' | 'warn', what: Message) => void

/** Wraps a log so that its errors and rejections never reach callers of memoized functions. */
export function unfailing(log: MemoizeLog): MemoizeLog {
  return (level, what) => {
    new Promise<void>(resolve => resolve(log(level, what))).catch(() => {})
  }
}
