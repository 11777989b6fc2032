import { createAnswerBudget } from './answers/answerBudget.js'
import { type BodyBudget, createBodyBudget } from './bodies/bodyBudget.js'
import type { Pace } from './bodies/pace.js'
import { isLoopback } from './networkOf.js'

/** The limits of one request or connection (docs/http-answers.md, Bodies). Times are in milliseconds. */
export interface EdgeLimits {
  /** The maximum number of pipelined requests that wait on one connection. */
  readonly waiting: number
  /** The maximum length of a URL, in bytes. */
  readonly url: number
  /** The minimum speed of a body. */
  readonly pace: Pace
  /** The memory budget for large bodies. */
  readonly bodyBudget: BodyBudget
  /** Whether an address has no separate share because many clients share it. An example is the loopback address. */
  readonly isShared: (address: string) => boolean
  /** The time for which a closing connection stays open so that the client can read the response. */
  readonly linger: number
  /** The interval between two events with poll results. */
  readonly resultsInterval: number
}

/** The limits for the body of a request. */
export type BodyLimits = Pick<EdgeLimits, 'pace' | 'bodyBudget' | 'isShared' | 'linger'>

const MiB = 1024 * 1024

/** The budget that all bodies of the process share. */
const bodyBudget = createBodyBudget(64 * MiB)

/** The default budget for responses, which all responses of the process share. */
export const defaultAnswerBudget = createAnswerBudget({ bytes: 128 * MiB })

export const defaultLimits: EdgeLimits = {
  waiting: 100,
  url: 32 * 1024,
  pace: { idle: 30_000, window: 30_000, rate: 1024 },
  bodyBudget,
  isShared: isLoopback,
  linger: 1000,
  resultsInterval: 5000,
}
