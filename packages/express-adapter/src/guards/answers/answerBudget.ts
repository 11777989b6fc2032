import type { ServerResponse } from 'node:http'
import { readKernelQueues } from './kernelQueues.js'
import { type ReadingPace, watchReading } from './readingPace.js'

/** The memory budget for complete responses that wait for their clients. */
export interface AnswerBudget {
  /**
   * Registers a response until it closes, and returns its share of the budget. The response uses no budget before the
   * first call to `hold`.
   */
  enter(res: ServerResponse): AnswerShare
  counts(): AnswerBudgetCounts
}

export interface BudgetOptions {
  /** The memory budget for responses that wait for their clients. If omitted, the process uses 128 MiB. */
  readonly answerBudget?: AnswerBudget
}

export interface AnswerShare {
  /**
   * Sets the buffers that wait to be sent to the client. The call may disconnect clients, including the client of
   * this response.
   */
  hold(pieces: readonly Uint8Array[]): void
}

export interface AnswerBudgetCounts {
  readonly answers: number
  readonly bytes: number
  /** The number of clients that were disconnected because their responses took too much memory. */
  readonly cut: number
}

export interface AnswerBudgetOptions {
  readonly bytes: number
  /**
   * The maximum time, in milliseconds, for which a client may read nothing before it is disconnected. Defaults to
   * 30,000.
   */
  readonly timeout?: number
}

interface Holder {
  readonly res: ServerResponse
  readonly pace: ReadingPace
  pieces: readonly Uint8Array[]
}

/**
 * Creates a memory budget for responses. While more than `bytes` are in use, the slowest client is disconnected, unless
 * only one response is left. Memory use is therefore at most `bytes` plus one response. Even while memory is free, a
 * client that reads nothing for `timeout` milliseconds is disconnected (docs/http-answers.md, Long requests).
 */
export function createAnswerBudget({ bytes, timeout = 30_000 }: AnswerBudgetOptions): AnswerBudget {
  const holders = new Set<Holder>()
  const memory = heldBytes()
  let cut = 0
  let timer: NodeJS.Timeout | undefined
  const leave = (holder: Holder): void => {
    if (!holders.delete(holder)) return
    memory.remove(holder.pieces)
    if (holders.size === 0) clearTimeout(timer)
  }
  const disconnect = (holder: Holder): void => {
    leave(holder)
    holder.res.socket?.destroy()
  }
  const freeMemory = (): void => {
    while (memory.bytes() > bytes && holders.size > 1) {
      const unshared = [...holders].filter(({ pieces }) => !memory.areShared(pieces))
      disconnect(slowest(unshared.length > 0 ? unshared : [...holders]))
      cut += 1
    }
  }
  const check = async (): Promise<void> => {
    const queues = await readKernelQueues()
    const now = performance.now()
    for (const holder of [...holders]) {
      holder.pace.sample(queues, now)
      if (holder.pace.idle(now) >= timeout) disconnect(holder)
    }
    if (holders.size > 0) scheduleCheck()
  }
  const scheduleCheck = (): void => {
    clearTimeout(timer)
    timer = setTimeout(check, timeout / checks).unref()
  }
  const register = (res: ServerResponse, pieces: Holder['pieces']): Holder => {
    const holder: Holder = { res, pace: watchReading(res, performance.now()), pieces }
    holders.add(holder)
    res.once('close', () => leave(holder))
    if (holders.size === 1) scheduleCheck()
    return holder
  }
  return {
    enter: res => {
      let holder: Holder | null = null
      return {
        hold: pieces => {
          if (res.destroyed || holder?.pieces === pieces || (holder && !holders.has(holder))) return
          memory.add(pieces)
          if (holder) memory.remove(holder.pieces)
          holder ??= register(res, pieces)
          holder.pieces = pieces
          freeMemory()
        },
      }
    },
    counts: () => ({ answers: holders.size, bytes: memory.bytes(), cut }),
  }
}

const checks = 30

const slowest = (holders: readonly Holder[]): Holder =>
  holders.reduce((current, next) => (next.pace.rate() < current.pace.rate() ? next : current))

/** The memory overhead of each buffer in V8 and Node, in bytes. */
const perPiece = 512
/** The memory used by a response, its request and its connection, in bytes. */
const perAnswer = 8 * 1024

const overhead = ({ length }: readonly Uint8Array[]): number => perAnswer + length * perPiece

const buffersOf = (pieces: readonly Uint8Array[]): ReadonlySet<ArrayBufferLike> =>
  new Set(pieces.map(({ buffer }) => buffer))

function heldBytes() {
  const holders = new Map<ArrayBufferLike, number>()
  let bytes = 0
  return {
    add: (pieces: readonly Uint8Array[]) => {
      bytes += overhead(pieces)
      for (const buffer of buffersOf(pieces)) {
        const count = holders.get(buffer) ?? 0
        if (count === 0) bytes += buffer.byteLength
        holders.set(buffer, count + 1)
      }
    },
    remove: (pieces: readonly Uint8Array[]) => {
      bytes -= overhead(pieces)
      for (const buffer of buffersOf(pieces)) {
        const count = holders.get(buffer) ?? 0
        if (count > 1) holders.set(buffer, count - 1)
        else if (holders.delete(buffer)) bytes -= buffer.byteLength
      }
    },
    bytes: () => bytes,
    /** Whether other responses share all buffers of this response. Releasing such buffers frees no memory. */
    areShared: (pieces: readonly Uint8Array[]) => pieces.every(({ buffer }) => (holders.get(buffer) ?? 0) > 1),
  }
}
