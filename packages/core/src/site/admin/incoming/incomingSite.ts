import type { FieldValues, StoredFile, VariableValues, WorkflowRecord } from '../../../content/node/node.js'
import type { Instant } from '../../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import type { Message } from '../../../foundation/messages.js'
import type { Group, User } from '../../../people/userDirectory.js'
import type { PermissionMap } from '../../../security/permissions.js'

/** The content of another system, for an import. Core reads each object twice, in any order. */
export interface IncomingSite {
  /** The UIDs of all objects, in any order. */
  readonly uids: readonly string[]
  /**
   * Reads an object. Every call must return the same result. If the object cannot be read, `object` is null and
   * `findings` contains the reason.
   */
  object(uid: string): Promise<IncomingReading>
  readonly users: readonly User[]
  readonly groups: readonly Group[]
  readonly oldAddresses: readonly IncomingAddress[]
  /** Findings about the source as a whole. */
  readonly findings: readonly IncomingFinding[]
  /** Reads a file in pieces of at most 1 MiB. Throws if the bytes no longer match the digest. */
  bytes(digest: string): AsyncIterable<Uint8Array>
}

export interface IncomingReading {
  readonly object: IncomingObject | null
  readonly findings: readonly IncomingFinding[]
}

/** The values of an object or a version. */
export interface IncomingBody {
  /** The field values in the format of requests. The value of an unset field is null. */
  readonly values: JsonObject
  /** The files by field name. */
  readonly files: Readonly<Record<string, StoredFile>>
}

/**
 * An object and its complete history. The object at the path `/` is the site root, which keeps its UID on this site.
 */
export interface IncomingObject extends IncomingBody {
  readonly uid: string
  readonly path: string
  readonly type: string
  /** The creation and modification times. Null if a time is unknown. */
  readonly created: Instant | null
  readonly modified: Instant | null
  /** The id of the creator, who need not exist. An empty string if the creator is unknown. */
  readonly creator: string
  readonly layout: string | null
  /** The UIDs of relation targets, by field name. */
  readonly relations: Readonly<Record<string, readonly string[]>>
  /** The exported state of the primary workflow. */
  readonly reviewState: string | null
  /** The workflow records. The records of each workflow are in the order in which they were written. */
  readonly records: readonly IncomingRecord[]
  /** All versions except the newest version, which is the object itself. */
  readonly versions: readonly IncomingVersion[]
  /**
   * The note of the newest version. If the object has changed since that version, the note is null, and `versions` also
   * includes the newest version.
   */
  readonly saved: SavedNote | null
  /** The behaviors that were added to this object only. */
  readonly behaviors?: readonly string[]
  /** The local roles by user or group id, including the role of the owner. */
  readonly localRoles: Readonly<Record<string, readonly string[]>>
  readonly blockLocalRoles: boolean
  /** The permissions that are determined neither by the type nor by the states of the object. */
  readonly permissions: PermissionMap
  /** The position among the siblings. Objects whose position is null come last. */
  readonly position: number | null
  /** The votes of a poll in the format of `exportPolls`. Undefined if the source contains no votes. */
  readonly votes: JsonValue | undefined
  /** The internal values of the node, such as data for a later export. */
  readonly hiddenValues: FieldValues
}

/** A workflow record. `values` contains the state and the variables by name. */
export interface IncomingRecord extends Omit<WorkflowRecord, 'state' | 'variables'> {
  readonly values: VariableValues
}

/** The author, comment and dates of a version. */
export interface SavedNote {
  readonly actor: string
  readonly comments: string
  /** The time when the version was saved. Defaults to the modification time of the object. */
  readonly time?: Instant
  /** The modification time of the object. Defaults to the time when the version was saved. */
  readonly modified?: Instant
  /** The number of records before the version. Defaults to the number of records up to `time`. */
  readonly recordsBefore?: number
  /** The path of the object when the version was saved. */
  readonly path?: string
}

export interface IncomingVersion extends IncomingBody, SavedNote {
  /** The UID of the object when the version was saved. Null if it is the current UID. */
  readonly uid: string | null
  readonly created: Instant | null
  readonly time: Instant
  readonly layout?: string | null
  /** The UIDs of relation targets, by field name. */
  readonly relations?: Readonly<Record<string, readonly string[]>>
  /** The internal values, and exact values that replace rounded values in `values`. */
  readonly hiddenValues?: FieldValues
}

/** A redirect from an old path to the path of existing content or to an external URL. */
export interface IncomingAddress {
  readonly path: string
  readonly target: string
  /** Whether the redirect is imported although its target does not exist. */
  readonly isDead: boolean
  /** The creation time. Null or absent if the time is unknown. */
  readonly created?: Instant | null
  /** Whether an editor created the redirect. Defaults to false. */
  readonly manual?: boolean
}

export interface ContentImport {
  readonly source: IncomingSite
  /** Whether the site may already contain content. */
  readonly mayMerge?: boolean
  /** Whether unknown fields and objects of unknown types are skipped. If not, they are problems. */
  readonly skipsUnknown?: boolean
  /** Whether the import is only checked. */
  readonly isDry?: boolean
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void
}

export type ImportStep = 'check' | 'files' | 'write'

/**
 * The effect of a finding. `problem`: nothing is written. `unknown`: nothing is written unless unknown data are
 * skipped. `note`: the imported data differ from the exported data.
 */
export type FindingWeight = 'problem' | 'unknown' | 'note'

/** A finding about the data of an import. */
export interface IncomingFinding extends ObjectFinding {
  /** The UID of the object. Null if the finding does not concern a single object. */
  readonly uid: string | null
  readonly path: string | null
}

export type IncomingFindingKind =
  /** The source reported the finding. `detail` contains the reason. */
  | 'source'
  /** Two objects have the same path. */
  | 'same-path'
  /** The default page is not an item of the container in the source. */
  | 'default-page'
  /** The path already belongs to an object with another UID. */
  | 'taken'
  /** The container does not exist. */
  | 'container'
  /** The short name is invalid. */
  | 'id'
  /** The model does not define the type, field, workflow or state. */
  | 'type'
  | 'field'
  | 'workflow'
  | 'state'
  /** The object is skipped with its container, whose type is unknown. */
  | 'left-out'
  /** The field rejects the value. */
  | 'value'
  /** The state of the primary workflow differs from its latest record. */
  | 'review-state'
  | 'votes'
  /** The imported site root is of a different type. */
  | 'root'
  /** A value was sanitized, or a required value is missing. */
  | 'made-safe'
  | 'required'
  /** The target of the relation is missing or has the wrong type. */
  | 'relation'
  /** The id to which roles are granted is unknown. */
  | 'role'
  | 'permission'
  /** A value of an old version is skipped. */
  | 'version'
  /** The setting for several events was enabled. */
  | 'several-events'
  /** The old address is in use, or its target is missing. */
  | 'address-in-use'
  | 'address-lost'
  /** An existing user remains unchanged. */
  | 'user-kept'
  /** The email address of a new user is the login name of another user. */
  | 'user-email'
  /** The source does not contain an object of the site. */
  | 'extra'

/** A finding about one object, before its path is known. */
export interface ObjectFinding {
  readonly kind: IncomingFindingKind
  readonly weight: FindingWeight
  readonly key: string | null
  /** The reason, a name or a value. */
  readonly detail: Message | string | null
}

export const findingAt = (
  location: { readonly uid: string | null; readonly path: string | null },
  { kind, weight, key, detail }: ObjectFinding,
): IncomingFinding => ({ kind, weight, uid: location.uid, path: location.path, key, detail })
