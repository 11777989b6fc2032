import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { DomainError, type Message, message } from '../../foundation/messages.js'
import type { Protected } from '../../security/permissions.js'

export type FieldValues = Readonly<Record<string, JsonValue>>

/** The plain data of a content object. Both the stores and the functions in core use this data. */
export interface ContentNode extends Protected {
  /** The immutable unique id: 32 hexadecimal digits. */
  readonly uid: string
  readonly path: string
  readonly type: string
  /**
   * The number of changes to this node. An update must contain the revision on which it is based (optimistic locking).
   */
  readonly revision: number
  readonly created: Instant
  readonly modified: Instant
  /** The user id of the creator, or an empty string if the creator was anonymous. */
  readonly creator: string
  /** The field values by name. Unset fields are absent. Dates such as `effective` are instants. */
  readonly fields: FieldValues
  /** The name of the selected view, or null for the default view of the type. */
  readonly layout: string | null
  /** The behaviors that were added to this object, in order. The behaviors of its type are not included. */
  readonly behaviors?: readonly string[]
  /** The current state by workflow id, for all workflows for which the object has history records. */
  readonly states: Readonly<Record<string, string>>
  /** The workflow variables by workflow id and variable name, for all workflows with variables. */
  readonly variables?: Readonly<Record<string, VariableValues>>
  /**
   * The time when the object entered its current state, by workflow id, for all workflows with transitions that run
   * after a number of days.
   */
  readonly entered?: Readonly<Record<string, Instant>>
  /** The planned transitions, and the planned or timed transitions that were refused. */
  readonly plans?: readonly TransitionPlan[]
}

/** A transition that runs at a later time (docs/workflow-and-history.md, Timed transitions). */
export interface TransitionPlan {
  readonly id: string
  readonly workflow: string
  readonly transition: string
  readonly at: Instant
  /** The id of the user who planned the transition, or null if the workflow determines the time. */
  readonly plannedBy: string | null
  readonly comments: string
  readonly refused?: { readonly time: Instant; readonly reasons: readonly Message[] }
}

export type VariableValue = string | number | boolean | null
export type VariableValues = Readonly<Record<string, VariableValue>>

/** An entry in the history of a workflow: a transition, or the initial state if `action` is null. */
export interface WorkflowRecord {
  readonly workflow: string
  readonly action: string | null
  readonly actor: string
  readonly comments: string
  readonly state: string
  readonly time: Instant
  /** The workflow variables after the transition. The property is absent if the workflow has no variables. */
  readonly variables?: VariableValues
  /**
   * The id of the user who planned the transition, or null if the workflow determined its time. The property is absent
   * if the transition was requested directly.
   */
  readonly plannedBy?: string | null
}

/** A file in a field. The bytes are stored by digest, so identical files are stored only once. */
export interface StoredFile extends JsonObject {
  readonly digest: string
  readonly filename: string
  readonly 'content-type': string
  readonly size: number
  /**
   * The width and the height are in pixels. They are null if the file is not an image or if its size in pixels is
   * unknown.
   */
  readonly width: number | null
  readonly height: number | null
}

/** An object and its containers, from the site root to the object. The list is empty before the site is created. */
export type Lineage = readonly ContentNode[]

/** Returns the last object of a lineage. Throws a DomainError `not-found` before the site is created. */
export function objectOf(lineage: Lineage): ContentNode {
  const node = lineage.at(-1)
  if (!node) throw new DomainError('not-found', message('site.missing'), { context: null })
  return node
}

/**
 * Returns the containers of the last object in a lineage. Always returns the same array for the same lineage, because
 * caches use the array as a key.
 */
export const containersOf: (lineage: Lineage) => Lineage = memoizeByIdentity(lineage => lineage.slice(0, -1))

/**
 * Returns the lineages of the site root, of each container and of the object. Returns the same arrays for the same
 * lineage, because caches use these arrays as keys.
 */
export const lineagesAlong: (lineage: Lineage) => readonly Lineage[] = memoizeByIdentity(lineage =>
  lineage.length === 0 ? [] : [...lineagesAlong(containersOf(lineage)), lineage],
)

/**
 * Replaces the last object of a lineage. Returns the same array if `node` is already the last object, because caches
 * use the array as a key.
 */
export const withObject = (lineage: Lineage, node: ContentNode): Lineage =>
  lineage.at(-1) === node ? lineage : lineage.with(-1, node)
