import type { TimeSlice } from '../../foundation/scheduler.js'
import type { FileTotal, StoreDefect, WholeReader } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'

/** An inconsistency in the stored data of a site. */
export type Finding =
  /** An orphan: an object whose container does not exist. */
  | { readonly kind: 'stray'; readonly path: string }
  /** A type that the model does not define. */
  | { readonly kind: 'type'; readonly path: string; readonly type: string }
  /** An old short name that is now reserved, because the server handles the path itself. */
  | { readonly kind: 'reserved'; readonly path: string }
  /** Permissions that do not match the states of the object. */
  | { readonly kind: 'permissions'; readonly path: string }
  /** A catalog entry that does not match the content of the object. */
  | { readonly kind: 'catalog'; readonly path: string }
  /** The time when the object entered a state is missing, although a timed transition depends on it. */
  | { readonly kind: 'timer'; readonly path: string }
  /** The records or versions are in an inconsistent order. */
  | { readonly kind: 'history'; readonly path: string; readonly problem: HistoryProblem }
  /** A file whose bytes are missing or incomplete. */
  | { readonly kind: 'file'; readonly path: string; readonly digest: string }
  /** A file whose bytes do not match their digest. */
  | { readonly kind: 'bytes'; readonly digest: string }
  /** The number and the size of all orphaned files. */
  | ({ readonly kind: 'unreferenced' } & FileTotal)
  /** A dangling relation: a relation whose target has been deleted. */
  | { readonly kind: 'relation'; readonly path: string; readonly field: string; readonly to: string }
  /** A presenter whose id in files for schedule apps is missing, or belongs to another presenter. */
  | { readonly kind: 'person'; readonly path: string; readonly problem: 'missing' | 'duplicate' }
  /** An event with conflicts in its schedule. */
  | { readonly kind: 'conflicts'; readonly path: string; readonly conflicts: number }
  /** An alias at the path of an object, or an alias without a target. */
  | { readonly kind: 'alias'; readonly path: string }
  /** A tally whose number of voters differs from the number of stored voters. */
  | { readonly kind: 'voters'; readonly path: string; readonly countedVoters: number; readonly storedVoters: number }
  /** A tally with more votes for the current options than the voters can have cast. */
  | { readonly kind: 'votes'; readonly path: string; readonly votes: number; readonly maxVotes: number }
  | ({ readonly kind: 'store' } & StoreDefect)

/**
 * The kind of inconsistency. `times`: times decrease. `numbers`: version numbers have gaps. `records`: records of a
 * version are missing. `state`: the state in the last record differs from the state of the object.
 */
export type HistoryProblem = 'times' | 'numbers' | 'records' | 'state'

export type FindingKind = Finding['kind']

/** Whether a finding can be repaired automatically from other stored data. */
export const isRepairable = (finding: Finding): boolean =>
  finding.kind === 'store' ? finding.isRepairable : repairable.includes(finding.kind)

const repairable: readonly FindingKind[] = ['permissions', 'catalog', 'person', 'alias', 'unreferenced']

/** Whether a finding is not an error, because it can occur in normal use and the service handles it. */
export const isNotice = ({ kind }: Finding): boolean => notices.includes(kind)

const notices: readonly FindingKind[] = ['reserved', 'relation', 'conflicts', 'unreferenced']

/** Computes the digest of a file piece by piece, like `createHash` in Node. */
export interface FileDigest {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

export interface Examination {
  /** The environment with the model that the site root selects. */
  readonly environment: Environment
  readonly whole: WholeReader
  readonly slice: TimeSlice
  readonly newDigest: () => FileDigest
}
