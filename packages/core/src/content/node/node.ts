import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { DomainError, type Message, message } from '../../foundation/messages.js'
import type { Protected } from '../../security/permissions.js'

export type FieldValues = Readonly<Record<string, JsonValue>>

/** An object of the site as plain data: the form that stores and core functions use. */
export interface ContentNode extends Protected {
  /** The unique id, which never changes: 32 hexadecimal digits. */
  readonly uid: string
  readonly path: string
  readonly type: string
  /** The number of changes of this node. An update contains the revision on which it is based (optimistic locking). */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  /** The id of the user who created the object; empty if the creator was anonymous. */
  readonly creator: string
  /** The field values by name; a field that has never been set is absent. Dates such as `effective` are instants. */
  readonly fields: FieldValues
  /** The name of the selected view; null for the default view of the type. */
  readonly layout: string | null
  /** The behaviors that were added to this object only, in order, excluding the behaviors of its type. */
  readonly behaviors?: readonly string[]
  /** The current states by workflow id, only for workflows that have records for the object. */
  readonly states: Readonly<Record<string, string>>
  /** The values of workflow variables by workflow id and variable name, only for workflows that have variables. */
  readonly variables?: Readonly<Record<string, VariableValues>>
  /**
   * The time of entry into the current state by workflow id, only for workflows with transitions that run after a
   * number of days.
   */
  readonly entered?: Readonly<Record<string, Instant>>
  /** The planned transitions, and the planned and timed transitions that have been refused. */
  readonly plans?: readonly TransitionPlan[]
}

/** A transition of an object at a later time (docs/workflow-and-history.md, Timed transitions). */
export interface TransitionPlan {
  readonly id: string
  readonly workflow: string
  readonly transition: string
  readonly at: Instant
  /** The id of the user who planned the transition; null for a transition that the workflow itself times. */
  readonly plannedBy: string | null
  readonly comments: string
  /** The time and the reasons of the refusal. A refused transition is not attempted again. */
  readonly refused?: { readonly time: Instant; readonly reasons: readonly Message[] }
}

export type VariableValue = string | number | boolean | null
export type VariableValues = Readonly<Record<string, VariableValue>>

/** A transition in the history of a workflow. `action` is null in the record of the initial state. */
export interface WorkflowRecord {
  readonly workflow: string
  readonly action: string | null
  readonly actor: string
  readonly comments: string
  readonly state: string
  readonly time: Instant
  /** The values of the workflow variables after the transition; absent if the workflow has no variables. */
  readonly variables?: VariableValues
  /**
   * The id of the user who planned the transition; null if the workflow itself timed the transition. Absent for
   * transitions that ran on request.
   */
  readonly plannedBy?: string | null
}

/** A file in a field. Its bytes are stored under their digest, so equal files are stored once. */
export interface StoredFile extends JsonObject {
  readonly digest: string
  readonly filename: string
  readonly 'content-type': string
  readonly size: number
  /** The width and height in pixels; null if the file is not an image. */
  readonly width: number | null
  readonly height: number | null
}

/**
 * An object and all its containers, beginning with the site root and ending with the object. Empty before the site is
 * created.
 */
export type Lineage = readonly ContentNode[]

/** The last object of a lineage. Throws a DomainError `not-found` before the site is created. */
export function objectOf(lineage: Lineage): ContentNode {
  const node = lineage.at(-1)
  if (!node) throw new DomainError('not-found', message('site.missing'), { context: null })
  return node
}

/** Returns the same array for the same lineage, because caches use lineages as keys. */
export const containersOf: (lineage: Lineage) => Lineage = memoizeByIdentity(lineage => lineage.slice(0, -1))

/** The lineage of each object from the site root to the last object. Returns the same arrays for the same lineage. */
export const lineagesAlong: (lineage: Lineage) => readonly Lineage[] = memoizeByIdentity(lineage =>
  lineage.length === 0 ? [] : [...lineagesAlong(containersOf(lineage)), lineage],
)

/**
 * Replaces the last object of a lineage. Returns the same array if `node` already is that object, because caches use
 * lineages as keys.
 */
export const withObject = (lineage: Lineage, node: ContentNode): Lineage =>
  lineage.at(-1) === node ? lineage : lineage.with(-1, node)
