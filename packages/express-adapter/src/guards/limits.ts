import { createAnswerBudget } from './answers/answerBudget.js'
import { type BodyBudget, createBodyBudget } from './bodies/bodyBudget.js'
import type { Pace } from './bodies/pace.js'
import { isLoopback } from './networkOf.js'

/** The limits for a single request or connection (docs/http-answers.md, Bodies). Times are in milliseconds. */
export interface EdgeLimits {
  /** The maximum number of pipelined requests that wait on one connection. */
  readonly waiting: number
  /** The maximum length of a request URL, in bytes. */
  readonly url: number
  readonly pace: Pace
  readonly bodyBudget: BodyBudget
  /**
   * Whether many clients share an address, such as the loopback address. Shared addresses are exempt from per-network
   * limits.
   */
  readonly isShared: (address: string) => boolean
  /**
   * The time, in milliseconds, for which a closing connection remains open so that the client can read the response.
   */
  readonly linger: number
  /** The interval between two updates of live poll results, in milliseconds. */
  readonly resultsInterval: number
}

export type BodyLimits = Pick<EdgeLimits, 'pace' | 'bodyBudget' | 'isShared' | 'linger'>

const MiB = 1024 * 1024

const bodyBudget = createBodyBudget(64 * MiB)

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
