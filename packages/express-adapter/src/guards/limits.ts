import { createAnswerRoom } from './answerRoom.js'
import { type BodyRoom, createBodyRoom } from './bodyRoom.js'
import { isLoopback } from './networkOf.js'
import type { Pace } from './pace.js'

/**
 * What one request, or one connection, may ask of the process (docs/http-answers.md, Bodies). Times are milliseconds.
 */
export interface EdgeLimits {
  /** Requests of one connection that wait for the one before. */
  readonly waiting: number
  /** Bytes of an address. */
  readonly url: number
  /** How fast a body has to come. */
  readonly pace: Pace
  /** Where the bytes of large bodies are counted. */
  readonly room: BodyRoom
  /** Whether an address stands for many clients and has no share of its own, as loopback does. */
  readonly isShared: (address: string) => boolean
  /** How long a connection that is to end stays open for the client to read the answer. */
  readonly linger: number
  /** How long after one event of the results of a poll the next comes. */
  readonly resultsInterval: number
}

const MiB = 1024 * 1024

/** One for the process: the bytes of all bodies lie in the same memory. */
const room = createBodyRoom(64 * MiB)

/** Where answers wait unless there is another room: one for the process, as for bodies. */
export const usualAnswerRoom = createAnswerRoom({ bytes: 128 * MiB })

export const usualLimits: EdgeLimits = {
  waiting: 100,
  url: 32 * 1024,
  pace: { idle: 30_000, window: 30_000, rate: 1024 },
  room,
  isShared: isLoopback,
  linger: 1000,
  resultsInterval: 5000,
}
