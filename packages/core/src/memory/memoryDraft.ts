import type { Commit } from '../content/store/change.js'
import type { Stored, StoredAlias } from './memoryState.js'

export type Refusal = Extract<Commit, { ok: false }>['reason']

/** A mutable copy of the state for one change; it becomes the next state if no step is refused. */
export interface Draft {
  nextSeq: number
  readonly objects: Map<string, Stored>
  readonly paths: Map<string, string>
  readonly aliases: Map<string, StoredAlias>
  readonly files: Map<string, Uint8Array>
}
