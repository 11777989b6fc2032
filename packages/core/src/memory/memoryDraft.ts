import type { Commit } from '../content/store/contentStore.js'
import type { Stored, StoredAlias } from './memoryState.js'

export type Refusal = Extract<Commit, { ok: false }>['reason']

/** Copies that a change may write to; they become the next state when nothing was refused. */
export interface Draft {
  nextSeq: number
  readonly objects: Map<string, Stored>
  readonly paths: Map<string, string>
  readonly aliases: Map<string, StoredAlias>
  readonly files: Map<string, Uint8Array>
}
