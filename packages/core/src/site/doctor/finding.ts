import type { TimeSlice } from '../../foundation/scheduler.js'
import type { FileTotal, StoreDefect, WholeReader } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'

/** An inconsistency in the stored data of a site. */
export type Finding =
  /** An orphan, which is an object whose container does not exist. */
  | { readonly kind: 'stray'; readonly path: string }
  /** An object whose type is not defined in the model. */
  | { readonly kind: 'type'; readonly path: string; readonly type: string }
  /** An object with a short name that is now reserved for a path of the server. */
  | { readonly kind: 'reserved'; readonly path: string }
  /** An object whose permissions do not match its workflow states. */
  | { readonly kind: 'permissions'; readonly path: string }
  /** An object whose catalog entry does not match its content. */
  | { readonly kind: 'catalog'; readonly path: string }
  /** An object that lacks the time when it entered its state, although a timed transition depends on this time. */
  | { readonly kind: 'timer'; readonly path: string }
  /** An object with inconsistent records or versions. */
  | { readonly kind: 'history'; readonly path: string; readonly problem: HistoryProblem }
  /** A file whose bytes are missing or incomplete. */
  | { readonly kind: 'file'; readonly path: string; readonly digest: string }
  /** A file whose bytes do not match their digest. */
  | { readonly kind: 'bytes'; readonly digest: string }
  /** The number and the total size of all orphaned files. */
  | ({ readonly kind: 'unreferenced' } & FileTotal)
  /** A dangling relation: a relation whose target has been deleted. */
  | { readonly kind: 'relation'; readonly path: string; readonly field: string; readonly to: string }
  /** A presenter whose id in files for schedule apps is missing or belongs to another presenter. */
  | { readonly kind: 'person'; readonly path: string; readonly problem: 'missing' | 'duplicate' }
  /** An event with schedule conflicts. */
  | { readonly kind: 'conflicts'; readonly path: string; readonly conflicts: number }
  /** An alias that has no target, or whose path belongs to an object. */
  | { readonly kind: 'alias'; readonly path: string }
  /** A tally whose number of voters differs from the number of stored voters. */
  | { readonly kind: 'voters'; readonly path: string; readonly countedVoters: number; readonly storedVoters: number }
  /** A tally with more votes for the current options than its voters can have cast. */
  | { readonly kind: 'votes'; readonly path: string; readonly votes: number; readonly maxVotes: number }
  | ({ readonly kind: 'store' } & StoreDefect)

/**
 * The kinds of problems in a history. `times`: times decrease. `numbers`: version numbers have gaps. `records`: records
 * of a version are missing. `state`: the state in the last record differs from the state of the object.
 */
export type HistoryProblem = 'times' | 'numbers' | 'records' | 'state'

export type FindingKind = Finding['kind']

/** Whether the inconsistency can be repaired automatically from other stored data. */
export const isRepairable = (finding: Finding): boolean =>
  finding.kind === 'store' ? finding.isRepairable : repairable.includes(finding.kind)

const repairable: readonly FindingKind[] = ['permissions', 'catalog', 'person', 'alias', 'unreferenced']

/** Whether the finding is not an error, because it can occur in normal use and the service can handle it. */
export const isNotice = ({ kind }: Finding): boolean => notices.includes(kind)

const notices: readonly FindingKind[] = ['reserved', 'relation', 'conflicts', 'unreferenced']

/** Computes the digest of a file incrementally, like `createHash` in Node. */
export interface FileDigest {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

export interface Examination {
  /** The environment with the behaviors and workflows that the site root selects for types. */
  readonly environment: Environment
  readonly whole: WholeReader
  readonly slice: TimeSlice
  readonly newDigest: () => FileDigest
}
