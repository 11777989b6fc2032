import type { Turn } from '@plenum/core'
import type { Change, Commit } from '@plenum/core/ports'
import type { Connection } from '../connection.js'

export type Refusal = Extract<Commit, { ok: false }>['reason']

/**
 * Part of a change; what it wrote before it refuses is taken back by whoever began the transaction. Between two objects
 * it pauses where `turn` says so.
 */
export type ChangeStep = (connection: Connection, change: Change, turn: Turn) => Promise<Refusal | null>
