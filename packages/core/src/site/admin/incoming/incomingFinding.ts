import type { Message } from '../../../foundation/messages.js'

/**
 * `problem`: nothing is written. `unknown`: the same, unless unknown data is skipped. `note`: a difference from the
 * exported data.
 */
export type FindingWeight = 'problem' | 'unknown' | 'note'

/** A finding about the data of an import. */
export interface IncomingFinding {
  readonly kind: IncomingFindingKind
  readonly weight: FindingWeight
  /** Null if it is not about an object. */
  readonly uid: string | null
  readonly path: string | null
  /** The field or key. */
  readonly key: string | null
  /** The reason, a name, or a value. */
  readonly detail: Message | string | null
}

export type IncomingFindingKind =
  /** Reported by the source; see `detail`. */
  | 'source'
  /** Two objects have the same path. */
  | 'same-path'
  /** An object with another UID is already at the path. */
  | 'taken'
  /** The container does not exist. */
  | 'container'
  /** The short name is invalid. */
  | 'id'
  /** A type, field, workflow or state that the model lacks. */
  | 'type'
  | 'field'
  | 'workflow'
  | 'state'
  /** The object is skipped together with its container, whose type is unknown. */
  | 'left-out'
  /** A value that its field rejects. */
  | 'value'
  /** The state of the primary workflow differs from its latest record. */
  | 'review-state'
  | 'votes'
  /** The imported site root has another type. */
  | 'root'
  /** Values that were sanitized, and missing required values. */
  | 'made-safe'
  | 'required'
  /** A target that is missing or of another type. */
  | 'relation'
  /** Roles for an unknown id. */
  | 'role'
  | 'permission'
  /** A value of an old version that is skipped. */
  | 'version'
  /** The setting for several events was switched on. */
  | 'several-events'
  /** Old addresses that are in use, or whose target is missing. */
  | 'address-in-use'
  | 'address-lost'
  /** An existing user stays unchanged. */
  | 'user-kept'
  /** The e-mail address of a new user is the login of another one. */
  | 'user-email'
  /** An object of the site that the source lacks. */
  | 'extra'

/** A finding about one object, before its path is added. */
export interface ObjectFinding {
  readonly kind: IncomingFindingKind
  readonly weight: FindingWeight
  readonly key: string | null
  readonly detail: Message | string | null
}

export const findingAt = (
  location: { readonly uid: string | null; readonly path: string | null },
  { kind, weight, key, detail }: ObjectFinding,
): IncomingFinding => ({ kind, weight, uid: location.uid, path: location.path, key, detail })
