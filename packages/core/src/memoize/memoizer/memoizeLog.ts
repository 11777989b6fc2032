import type { Message } from '../../foundation/messages.js'

/** One line for each change: the store is given up or back, a function stays in RAM, an invalidation failed. None per call. */
export type MemoizeLog = (level: 'info' | 'warn', what: Message) => void

/** The same log, whose failures, also those of a promise that it returns, concern nobody who is being served. */
export function unfailing(log: MemoizeLog): MemoizeLog {
  return (level, what) => {
    new Promise<void>(resolve => resolve(log(level, what))).catch(() => {})
  }
}
