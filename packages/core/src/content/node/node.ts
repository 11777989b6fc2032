import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Protected } from '../../security/permissions.js'

export type FieldValues = Readonly<Record<string, JsonValue>>

/** One object of the site as plain data. Stores keep it, and functions of core take and return it. */
export interface ContentNode extends Protected {
  /** 32 hexadecimal digits; never changes. */
  readonly uid: string
  readonly path: string
  readonly type: string
  /** Counts the changes of this node. An update carries the revision that it was based on (optimistic locking). */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  /** Id of the user who created it; empty when an anonymous caller did. */
  readonly creator: string
  /** Values of fields by name; a field that was never set is absent. Dates such as `effective` are instants. */
  readonly fields: FieldValues
  /** Name of the view that was chosen for it; null for the view of its type. */
  readonly layout: string | null
  /** Behaviors added to this object alone, in that order, without those of its type. */
  readonly behaviors?: readonly string[]
  /** Current state by workflow id; only of workflows that have records for the object. */
  readonly states: Readonly<Record<string, string>>
  /** Values of workflow variables, by workflow id and variable name; only of workflows that have variables. */
  readonly variables?: Readonly<Record<string, VariableValues>>
}

export type VariableValue = string | number | boolean | null
export type VariableValues = Readonly<Record<string, VariableValue>>

/** One transition in the history of a workflow; `action` is null for the record of the initial state. */
export interface WorkflowRecord {
  readonly workflow: string
  readonly action: string | null
  readonly actor: string
  readonly comments: string
  readonly state: string
  readonly time: Instant
  /** Values of the workflow variables after the transition; absent when the workflow has none. */
  readonly variables?: VariableValues
}

/** A file in a field. Its bytes are stored under their digest, so equal files are stored once. */
export interface StoredFile extends JsonObject {
  readonly digest: string
  readonly filename: string
  readonly 'content-type': string
  readonly size: number
  /** In pixels; null when the file is no image. */
  readonly width: number | null
  readonly height: number | null
}
