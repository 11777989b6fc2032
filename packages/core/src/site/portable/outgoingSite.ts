import type { Field } from '../../content/fields/field.js'
import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode, FieldValues, WorkflowRecord } from '../../content/node/node.js'
import type { VersionMeta } from '../../content/store/versions.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Group } from '../../people/groups.js'
import type { User } from '../../people/userDirectory.js'
import type { KeptAlias, PartCounts } from '../../portable/parts.js'

/** All of a site at one moment, for an export to another system. Read it only while `work` of `exportContent` runs. */
export interface OutgoingSite {
  readonly counts: PartCounts
  /** Sorted by path, so that containers come before their content. */
  objects(): AsyncIterable<OutgoingObject>
  /** Addresses that lead elsewhere, sorted by path. */
  addresses(): AsyncIterable<KeptAlias>
  users(): AsyncIterable<User>
  /** The stock ones too, without that of everybody. */
  groups(): Promise<readonly Group[]>
  /** Piece by piece, of 1 MiB at most. */
  bytes(digest: string): AsyncIterable<Uint8Array>
}

/** What an object or a version of it shows. */
export interface OutgoingBody {
  readonly node: ContentNode
  /** The fields that apply to it, without hidden ones. */
  readonly fields: readonly Field[]
  /** Values by name, defaults too; those of rows with what their columns name. Null for what was never set. */
  readonly values: FieldValues
  /** Hidden values, without secrets. */
  readonly hidden: FieldValues
}

export interface OutgoingObject extends OutgoingBody {
  readonly lineage: Lineage
  /** Its position in its container. */
  readonly position: number
  readonly type: OutgoingType
  readonly reviewState: string | null
  readonly workflowStates: readonly string[]
  /** UIDs and paths that links lead to, as `referencesOf` names them. */
  readonly links: readonly string[]
  records(): Promise<readonly WorkflowRecord[]>
  /** What is known of its versions, in the order of writing; none where its type has no versions. */
  versions(): Promise<readonly VersionMeta[]>
  version(number: number): Promise<OutgoingBody | null>
  /** The votes of a closed poll (docs/polls.md, Export and import of votes); null for all others. */
  votes(): Promise<JsonObject | null>
}

export interface OutgoingType {
  /** English. */
  readonly title: string
  readonly layout: string
  /** Whether payloads show it as a container. */
  readonly isFolderish: boolean
  readonly isLockable: boolean
  readonly isVersioned: boolean
  /** The key of the state in records, by workflow id. */
  readonly stateKeys: ReadonlyMap<string, string>
  /** Permissions that workflows of the object manage. */
  readonly managed: ReadonlySet<string>
}
