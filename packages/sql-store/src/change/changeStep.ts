import type { Turn } from '@plenum/core'
import type { Change, Commit } from '@plenum/core/ports'
import type { Connection } from '../connection.js'

export type Refusal = Extract<Commit, { ok: false }>['reason']

/**
 * One step of a change. When it refuses the change, the caller rolls the transaction back. Between two objects it waits
 * for a new turn when `turn` is over.
 */
export type ChangeStep = (connection: Connection, change: Change, turn: Turn) => Promise<Refusal | null>
