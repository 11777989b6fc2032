import type { LargeBody, LargeBodyLimits } from '@plenum/express-adapter'

/** To the worker: a body to parse. */
export interface LargeBodyQuestion {
  readonly id: number
  readonly bytes: Uint8Array
  readonly limits: LargeBodyLimits
}

/** From the worker: what became of it. */
export interface LargeBodyAnswer {
  readonly id: number
  readonly read: LargeBody
}
