import type { FieldValues, StoredFile, VariableValues } from '../../../content/node/node.js'
import type { Instant } from '../../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import type { Group } from '../../../people/groups.js'
import type { User } from '../../../people/userDirectory.js'
import type { PermissionMap } from '../../../security/permissions.js'
import type { IncomingFinding } from './incomingFinding.js'

/** What another system had, to become content of this site. Core asks for each object twice, in its own order. */
export interface IncomingSite {
  /** Of all objects, in any order. */
  readonly uids: readonly string[]
  /** An object, the same each time; null where it cannot be understood, which the findings tell. */
  object(uid: string): Promise<IncomingReading>
  readonly users: readonly User[]
  readonly groups: readonly Group[]
  readonly oldAddresses: readonly IncomingAddress[]
  /** What is wrong or told of it as a whole. */
  readonly findings: readonly IncomingFinding[]
  /** The bytes of a file that an object names, in pieces of 1 MiB at most. Throws when they are others by now. */
  bytes(digest: string): AsyncIterable<Uint8Array>
}

export interface IncomingReading {
  readonly object: IncomingObject | null
  readonly findings: readonly IncomingFinding[]
}

/** What an object or a version of it holds. */
export interface IncomingBody {
  /** Values of fields as clients send them; null for a field that was never set. */
  readonly values: JsonObject
  /** Of file and image fields. */
  readonly files: Readonly<Record<string, StoredFile>>
}

/** An object with all its history. That at the path `/` is the site root, whose UID is not taken over. */
export interface IncomingObject extends IncomingBody {
  readonly uid: string
  readonly path: string
  readonly type: string
  /** Null where nobody knows. */
  readonly created: Instant | null
  readonly modified: Instant | null
  /** Id of a user, whom there need not be; empty when unknown. */
  readonly creator: string
  readonly layout: string | null
  /** UIDs of the targets of relation fields. */
  readonly relations: Readonly<Record<string, readonly string[]>>
  /** What the state of the primary workflow is said to be. */
  readonly reviewState: string | null
  /** In the order of writing within each workflow. */
  readonly records: readonly IncomingRecord[]
  /** All but the newest, which is the object itself. */
  readonly versions: readonly IncomingVersion[]
  /** Who saved the newest version, and why; null where the object was changed since, so that the newest is listed too. */
  readonly saved: SavedNote | null
  /** Behaviors of this object alone. */
  readonly behaviors?: readonly string[]
  /** Roles by the id of a user or group, that of its owner too. */
  readonly localRoles: Readonly<Record<string, readonly string[]>>
  readonly blockLocalRoles: boolean
  /** Permissions that neither its type nor its states set. */
  readonly permissions: PermissionMap
  /** Only the order among siblings counts; null comes last. */
  readonly position: number | null
  /** Votes of a poll, as `exportPolls` gives them; undefined where none are told. */
  readonly votes: JsonValue | undefined
  /** Hidden values of the node, such as what is kept for the way back. */
  readonly kept: FieldValues
}

/** One record of a workflow; `values` has its state and its variables by their names. */
export interface IncomingRecord {
  readonly workflow: string
  readonly action: string | null
  readonly actor: string
  readonly comments: string
  readonly time: Instant
  readonly values: VariableValues
}

/** Who saved a version, and why. */
export interface SavedNote {
  readonly actor: string
  readonly comments: string
  /** When; the date of the object where nobody knows. */
  readonly time?: Instant
  /** The date that the object had; that of saving where nobody knows. */
  readonly modified?: Instant
  /** How many records there were; those that are not younger where nobody knows. */
  readonly recordsBefore?: number
  /** What it was called then. */
  readonly path?: string
}

export interface IncomingVersion extends IncomingBody, SavedNote {
  /** What the version says of itself; that of the object where it says nothing. */
  readonly uid: string | null
  readonly created: Instant | null
  readonly time: Instant
  readonly layout?: string | null
  /** UIDs of the targets of relation fields. */
  readonly relations?: Readonly<Record<string, readonly string[]>>
  /** Hidden values, and values that are more exact than those that stand for them. */
  readonly kept?: FieldValues
}

/** Where the path of old content leads: to the path of content of now, or to the URL of another site. */
export interface IncomingAddress {
  readonly path: string
  readonly target: string
  /** Kept although there is no content, since it led nowhere before. */
  readonly isDead: boolean
  /** When it was made; unknown when left out. */
  readonly created?: Instant | null
  /** Whether somebody has made it by hand; not, when left out. */
  readonly manual?: boolean
}
