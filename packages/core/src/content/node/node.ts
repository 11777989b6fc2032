import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Protected } from '../../security/permissions.js'

export type FieldValues = Readonly<Record<string, JsonValue>>

/** One object of the site as plain data: what a store keeps, and what every rule takes and returns. */
export interface ContentNode extends Protected {
  /** 32 hexadecimal digits; never changes. */
  readonly uid: string
  readonly path: string
  readonly type: string
  /** Counts the changes of this node; a change names the revision that it was decided upon. */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  /** Id of the user who made it; empty when that was nobody who was logged in. */
  readonly creator: string
  /** Values of the fields, by name; what was never set is absent. Every type has `effective` and `expires`, in milliseconds. */
  readonly fields: FieldValues
  /** Name of the view chosen for it; null for the one of its type. */
  readonly layout: string | null
  /** Behaviors that were given to this object itself, in that order; those of its type are not among them. */
  readonly behaviors?: readonly string[]
  /** Current state by workflow id, of the workflows that have a record of it. */
  readonly states: Readonly<Record<string, string>>
  /** Values of the variables of workflows that have any, by workflow id and name. */
  readonly variables?: Readonly<Record<string, VariableValues>>
}

export type VariableValue = string | number | boolean | null
export type VariableValues = Readonly<Record<string, VariableValue>>

/** One entry of a workflow's history of an object. `action` is null for the record that creation writes. */
export interface WorkflowRecord {
  readonly workflow: string
  readonly action: string | null
  readonly actor: string
  readonly comments: string
  readonly state: string
  readonly time: Instant
  /** Values of the variables of its workflow; absent where it has no variables. */
  readonly variables?: VariableValues
}

/** Bytes that a field refers to; they are kept once, under their digest. */
export interface StoredFile extends JsonObject {
  readonly digest: string
  readonly filename: string
  readonly 'content-type': string
  readonly size: number
  /** Pixels; null for a file that is no image. */
  readonly width: number | null
  readonly height: number | null
}
