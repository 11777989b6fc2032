import type { Field } from '../../content/fields/field.js'
import type { ContentNode, FieldValues, Lineage, WorkflowRecord } from '../../content/node/node.js'
import type { VersionMeta } from '../../content/store/versions.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Group, User } from '../../people/userDirectory.js'
import type { PartCounts, StoredAlias } from '../../portable/wholeStore.js'

/**
 * A snapshot of the site for an export to another system. It can be used only while the `task` of `exportContent` runs.
 */
export interface OutgoingSite {
  readonly counts: PartCounts
  /** The objects, sorted by path. Containers precede their items. */
  objects(): AsyncIterable<OutgoingObject>
  /** The aliases, sorted by path. */
  addresses(): AsyncIterable<StoredAlias>
  users(): AsyncIterable<User>
  /** The groups, including stock groups but without the group of all logged-in users. */
  groups(): Promise<readonly Group[]>
  /** Yields the bytes of the file with this digest, in chunks of at most 1 MiB. */
  bytes(digest: string): AsyncIterable<Uint8Array>
}

/** An object or one of its versions, with the exported values. */
export interface OutgoingBody {
  readonly node: ContentNode
  /** The active fields, without internal fields. */
  readonly fields: readonly Field[]
  /**
   * The values by field name, including defaults. In fields of the kind `rows`, terms include their titles. The value
   * of an unset field is null.
   */
  readonly values: FieldValues
  /** The stored values that do not belong to a visible field, by name, without secrets. */
  readonly hidden: FieldValues
}

export interface OutgoingObject extends OutgoingBody {
  readonly lineage: Lineage
  readonly position: number
  readonly type: OutgoingType
  readonly reviewState: string | null
  readonly workflowStates: readonly string[]
  /** The UIDs and paths of link targets, in the form that `referencesOf` returns. */
  readonly links: readonly string[]
  records(): Promise<readonly WorkflowRecord[]>
  /**
   * The metadata of the versions, in the order in which they were saved. The list is empty if objects of the type have
   * no versions.
   */
  versions(): Promise<readonly VersionMeta[]>
  version(number: number): Promise<OutgoingBody | null>
  /** The votes of a closed poll (docs/polls.md, Export and import of votes), or null for all other objects. */
  votes(): Promise<JsonObject | null>
}

export interface OutgoingType {
  /** The title of the type in English. */
  readonly title: string
  readonly layout: string
  readonly isFolderish: boolean
  readonly isLockable: boolean
  readonly isVersioned: boolean
  /** For each workflow id, the key under which history records contain the state. */
  readonly stateKeys: ReadonlyMap<string, string>
  /** The permissions that the workflows of the object manage. */
  readonly managed: ReadonlySet<string>
}
