import type { Message } from '../foundation/messages.js'

/** One line for each change: the store is given up or back, a function stays in RAM, an invalidation failed. None per call. */
export type MemoizeLog = (level: 'info' | 'warn', what: Message) => void
