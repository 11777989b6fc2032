import type { Message } from '../../../foundation/messages.js'

/**
 * `problem`: nothing is written. `unknown`: the same, unless what is unknown is left out. `note`: what becomes otherwise
 * than whoever exported it may expect.
 */
export type FindingWeight = 'problem' | 'unknown' | 'note'

/** What an import has found out about what comes in. */
export interface IncomingFinding {
  readonly kind: IncomingFindingKind
  readonly weight: FindingWeight
  /** Null when it is about no object. */
  readonly uid: string | null
  readonly path: string | null
  /** The field or key. */
  readonly key: string | null
  /** What is wrong, a name, or a value. */
  readonly detail: Message | string | null
}

export type IncomingFindingKind =
  /** The source itself says what. */
  | 'source'
  /** Two objects have a path. */
  | 'same-path'
  /** Content of another UID is at the path already. */
  | 'taken'
  /** No container is there. */
  | 'container'
  /** The short name is refused. */
  | 'id'
  /** A type, field, workflow or state of one that the model lacks. */
  | 'type'
  | 'field'
  | 'workflow'
  | 'state'
  /** The object is left out, with the container or type that is unknown. */
  | 'left-out'
  /** A value that its field refuses. */
  | 'value'
  /** The state of the primary workflow is another one than its records tell. */
  | 'review-state'
  | 'votes'
  /** A site root comes in that is of another type. */
  | 'root'
  /** Values that were made safe, and required ones that are missing. */
  | 'made-safe'
  | 'required'
  /** A target that is missing or of another type. */
  | 'relation'
  /** Roles for an id that nobody has. */
  | 'role'
  | 'permission'
  /** A value of an old version that is left out. */
  | 'version'
  /** The setting that several events need was switched on. */
  | 'several-events'
  /** Old addresses under which there is content, or that lead to nothing. */
  | 'address-in-use'
  | 'address-lost'
  /** A user who is there already stays as they are. */
  | 'user-kept'
  /** Another user logs in by the e-mail address of a new one. */
  | 'user-email'
  /** What the site has and the source lacks. */
  | 'extra'

/** A finding about one object, before it is known where. */
export interface FoundIn {
  readonly kind: IncomingFindingKind
  readonly weight: FindingWeight
  readonly key: string | null
  readonly detail: Message | string | null
}

export const findingAt = (
  place: { readonly uid: string | null; readonly path: string | null },
  { kind, weight, key, detail }: FoundIn,
): IncomingFinding => ({ kind, weight, uid: place.uid, path: place.path, key, detail })
