import type { FieldValues, StoredFile, VariableValues, WorkflowRecord } from '../../../content/node/node.js'
import type { Instant } from '../../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import type { Message } from '../../../foundation/messages.js'
import type { Group, User } from '../../../people/userDirectory.js'
import type { PermissionMap } from '../../../security/permissions.js'

/** The content of another system, for `importContent`. The import reads each object twice, in an unspecified order. */
export interface IncomingSite {
  /** The UIDs of all objects, in any order. */
  readonly uids: readonly string[]
  /**
   * Reads an object. All calls with the same UID must return the same result. If the object cannot be read, `object` is
   * null and `findings` contains the reason.
   */
  object(uid: string): Promise<IncomingReading>
  readonly users: readonly User[]
  readonly groups: readonly Group[]
  readonly oldAddresses: readonly IncomingAddress[]
  /** Findings that do not concern a single object. */
  readonly findings: readonly IncomingFinding[]
  /** Reads a file in chunks of at most 1 MiB. Throws if the bytes do not match the digest. */
  bytes(digest: string): AsyncIterable<Uint8Array>
}

export interface IncomingReading {
  readonly object: IncomingObject | null
  readonly findings: readonly IncomingFinding[]
}

/** The values and files of an object or of one of its versions. */
export interface IncomingBody {
  /** The field values in the format of request bodies. The value of an unset field is null. */
  readonly values: JsonObject
  /** The files by field name. */
  readonly files: Readonly<Record<string, StoredFile>>
}

/**
 * An object and its history. The object with the path `/` is the site root. If the site already has a root, its UID
 * does not change.
 */
export interface IncomingObject extends IncomingBody {
  readonly uid: string
  readonly path: string
  readonly type: string
  /** The creation and modification times, or null if a time is unknown. */
  readonly created: Instant | null
  readonly modified: Instant | null
  /** The user id of the creator, or an empty string if the creator is unknown. The user need not exist. */
  readonly creator: string
  readonly layout: string | null
  /** The UIDs of relation targets, by field name. */
  readonly relations: Readonly<Record<string, readonly string[]>>
  /** The state of the primary workflow in the export. */
  readonly reviewState: string | null
  /** The workflow records. The records of each workflow are in the order in which they were written. */
  readonly records: readonly IncomingRecord[]
  /** All versions except the newest version, which is the object itself. */
  readonly versions: readonly IncomingVersion[]
  /**
   * The comment and date of the newest version. If the object has changed since that version, `saved` is null and
   * `versions` includes the newest version.
   */
  readonly saved: SavedNote | null
  /** The behaviors of this object in addition to those of its type. */
  readonly behaviors?: readonly string[]
  /** The local roles by user or group id, including the Owner role. */
  readonly localRoles: Readonly<Record<string, readonly string[]>>
  readonly blockLocalRoles: boolean
  /** The permission settings that neither the type nor the workflow states determine. */
  readonly permissions: PermissionMap
  /** The position among the siblings. Objects with the position null come last. */
  readonly position: number | null
  /** The votes of a poll in the format of `exportPolls`, or undefined if the source contains no votes. */
  readonly votes: JsonValue | undefined
  /** Internal values of the object, such as values for a later export. */
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
  /** The modification time of the object in this version. Defaults to the time when the version was saved. */
  readonly modified?: Instant
  /** The number of workflow records that are older than the version. Defaults to the number of records up to `time`. */
  readonly recordsBefore?: number
  /** The path of the object when the version was saved. */
  readonly path?: string
}

export interface IncomingVersion extends IncomingBody, SavedNote {
  /** The UID of the object when the version was saved, or null if the UID has not changed. */
  readonly uid: string | null
  readonly created: Instant | null
  readonly time: Instant
  readonly layout?: string | null
  /** The UIDs of relation targets, by field name. */
  readonly relations?: Readonly<Record<string, readonly string[]>>
  /** Internal values, and exact values for which `values` contains rounded values. */
  readonly hiddenValues?: FieldValues
}

/** A redirect from an old path. `target` is the path of existing content or an external URL. */
export interface IncomingAddress {
  readonly path: string
  readonly target: string
  /** Whether the redirect is imported even if its target does not exist. */
  readonly isDead: boolean
  /** The creation time, which is null or omitted if it is unknown. */
  readonly created?: Instant | null
  /** Whether an editor created the redirect. Defaults to false. */
  readonly manual?: boolean
}

export interface ContentImport {
  readonly source: IncomingSite
  /** Whether the site may already contain content. */
  readonly mayMerge?: boolean
  /** Whether unknown fields and objects of unknown types are skipped. Otherwise, they are reported as problems. */
  readonly skipsUnknown?: boolean
  /** Whether the import is only checked and nothing is written. */
  readonly isDry?: boolean
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void
}

export type ImportStep = 'check' | 'files' | 'write'

/**
 * The effect of a finding. `problem`: nothing is written. `unknown`: nothing is written unless `skipsUnknown` is set.
 * `note`: the imported data differ from the exported data.
 */
export type FindingWeight = 'problem' | 'unknown' | 'note'

/** A finding about the imported data. */
export interface IncomingFinding extends ObjectFinding {
  /** The UID of the object, or null if the finding does not concern a single object. */
  readonly uid: string | null
  readonly path: string | null
}

export type IncomingFindingKind =
  /** The source reported the finding, and `detail` contains the reason. */
  | 'source'
  /** Two objects have the same path. */
  | 'same-path'
  /** The default page is not an item of its container. */
  | 'default-page'
  /** The path belongs to an existing object with a different UID. */
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
  /** The object is skipped because the type of its container is unknown. */
  | 'left-out'
  /** The field rejects the value. */
  | 'value'
  /** The exported state differs from the state in the latest record of the primary workflow. */
  | 'review-state'
  | 'votes'
  /** The imported site root has a different type. */
  | 'root'
  /** A value was sanitized, or a required value is missing. */
  | 'made-safe'
  | 'required'
  /** The target of the relation is missing or has the wrong type. */
  | 'relation'
  /** A role is granted to an unknown user or group. */
  | 'role'
  | 'permission'
  /** A value in an old version is skipped. */
  | 'version'
  /** The setting that allows several events was enabled. */
  | 'several-events'
  /** The old path is in use, or the target is missing. */
  | 'address-in-use'
  | 'address-lost'
  /** The user already exists and remains unchanged. */
  | 'user-kept'
  /** The email address of a new user is the login name of another user. */
  | 'user-email'
  /** An existing object of the site is missing from the source. */
  | 'extra'

export interface ObjectFinding {
  readonly kind: IncomingFindingKind
  readonly weight: FindingWeight
  readonly key: string | null
  /** The reason for the finding, or the name or value that it concerns. */
  readonly detail: Message | string | null
}

export const findingAt = (
  location: { readonly uid: string | null; readonly path: string | null },
  { kind, weight, key, detail }: ObjectFinding,
): IncomingFinding => ({ kind, weight, uid: location.uid, path: location.path, key, detail })
