import type { TimeSlice } from '@plenum/core'
import type { Change } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import type { Refusal } from './refusal.js'

/**
 * One step of a change. If it refuses the change, the caller rolls the transaction back. Between two objects it yields
 * when the time slice is over.
 */
export type ChangeStep = (connection: Connection, change: Change, slice: TimeSlice) => Promise<Refusal | null>
