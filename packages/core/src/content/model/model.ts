import type { Summary } from '../../answers/summary.js'
import type { JsonObject } from '../../foundation/json.js'
import { memoizeByIdentity, memoizeLast } from '../../foundation/memoizeByIdentity.js'
import type { SitePermissions } from '../../security/permissions.js'
import type { Field, Fieldset, Invariant } from '../fields/field.js'
import type { ContentNode, FieldValues, Lineage } from '../node/node.js'
import type { QueryField } from '../query/queryFields.js'
import type { IndexKind } from '../query/searchIndexes.js'
import type { Indexes, SearchHit } from '../store/catalog.js'
import type { VocabularySource } from './vocabulary.js'

/** Returns additional index values and columns for the catalog entry of the last object in `lineage`. */
export type Indexer = (lineage: Lineage) => { readonly indexes?: Indexes; readonly columns?: JsonObject }

/**
 * The keys that a behavior adds to summaries, and the objects that these keys depend on. The keys may depend only on
 * the arguments of `keys`, because summaries are cached (docs/caching.md, Cached reads, rule 4).
 */
export interface SummaryPart {
  uids?(columns: JsonObject): readonly string[]
  /**
   * Returns the UIDs of the objects that `keys` reads with `context.node`. This function does not check permissions.
   */
  nodes?(columns: JsonObject): readonly string[]
  keys(entry: SearchHit, context: SummaryContext): JsonObject
}

export interface SummaryContext {
  readonly base: string
  readonly registry: Registry
  translate(text: string): string
  visible(uid: string): SearchHit | undefined
  /**
   * Returns a number that increases with the creation time of the object. The number is meaningful only for objects
   * that the caller can view.
   */
  age(uid: string): number
  node(uid: string): ContentNode | undefined
}

/**
 * The data from which a behavior computes payload keys. These keys may depend only on stored content, on its
 * publication and expiry, on the caller and on the language, because responses are cached by these properties. They
 * must not depend on a clock, a random number or an external service, because cached responses would not reflect a
 * change (docs/content-and-access.md, Types and behaviors, rule 8).
 */
export interface PayloadSource extends Required<Omit<VocabularySource, 'tokens'>> {
  summaries(entries: readonly SearchHit[]): Promise<readonly Summary[]>
  translate(text: string): string
}

/** The workflows that a behavior adds to the chain, in the order of `ids`. */
export interface WorkflowContribution {
  readonly ids: readonly string[]
  /** A label that replaces the title of the workflow. A label is allowed only if `ids` contains a single id. */
  readonly label?: string
}

/** A named set of fields, rules, indexes and workflows that several types can use. */
export interface Behavior {
  readonly name: string
  readonly fields?: readonly Field[]
  /** The form section of all fields that do not specify a section. Defaults to the default section. */
  readonly fieldset?: Fieldset
  readonly invariants?: readonly Invariant[]
  /**
   * Computes values that replace stored values in payloads, summaries and the catalog. If a client sends a computed
   * value back unchanged, the stored value is kept.
   */
  readonly computed?: (lineage: Lineage) => FieldValues
  /**
   * Returns an object as callers without the Modify portal content permission see it, for example with released values.
   * Returns undefined if all callers see the stored object.
   */
  readonly publicForm?: (lineage: Lineage) => PublicForm | undefined
  readonly indexer?: Indexer
  /**
   * The names of the columns from `indexer` that summaries contain if a client requests them with `metadata_fields`
   * (docs/content-and-access.md, Summaries, rule 5).
   */
  readonly columns?: readonly string[]
  /** The workflows that the behavior adds to the workflows of the type (docs/workflow-and-history.md, Chain). */
  readonly workflows?: readonly WorkflowContribution[]
  /** The indexes that searches can use, by name. */
  readonly indexes?: Readonly<Record<string, IndexKind>>
  /** The indexes that query forms offer. */
  readonly queryFields?: readonly QueryField[]
  readonly summary?: SummaryPart
  /** Returns additional payload keys. The keys and their values may depend only on `source`. */
  readonly payload?: (source: PayloadSource) => Promise<JsonObject>
  /** Whether the behavior applies to an object. If omitted, the behavior applies to all objects. */
  readonly isActive?: (lineage: Lineage) => boolean
}

/**
 * A content type: its fields, behaviors, allowed containers and permissions. Embedding applications add types with
 * `Extensions.types`.
 */
export interface ContentType {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
  /**
   * The fields of the type, which follow the fields of its behaviors. A field of the type replaces a behavior field
   * with the same name.
   */
  readonly fields?: readonly Field[]
  /** The form sections that directly follow the default section. All other sections keep their usual order. */
  readonly fieldsets?: readonly Fieldset[]
  /** The rules that involve several fields, in addition to the rules of the behaviors. */
  readonly invariants?: readonly Invariant[]
  /**
   * The types of allowed children: a list of type ids, `'any'` for all types with `addableAnywhere`, or null if the
   * type is not a container.
   */
  readonly contains: 'any' | readonly string[] | null
  /**
   * Whether containers with `contains: 'any'` accept the type. Containers with a list accept it only if the list
   * contains the type.
   */
  readonly addableAnywhere: boolean
  /** The permission that is required to add an object of the type, in addition to the Add portal content permission. */
  readonly addPermission: string
  readonly layout: string
  readonly lockable: boolean
  /**
   * The name of the file field whose file name becomes the id of a new object. If omitted, the id is derived from the
   * title.
   */
  readonly namedByFile?: string
  /** Whether menus include objects of the type by default. The site settings can override this value. */
  readonly isInMenus?: boolean
  /** Whether the payload of a container omits its items. */
  readonly hidesItems?: boolean
  /** The roles to which a new object grants permissions on itself and its descendants, by permission. */
  readonly grants?: Readonly<Record<string, readonly string[]>>
  /** The ids of the workflows, beginning with the primary workflow. Defaults to the default chain of the site. */
  readonly workflows?: readonly string[]
}

/** The definition of a site before validation (see `problemsOfModel`). */
export interface Model {
  readonly types: readonly ContentType[]
  readonly behaviors: readonly Behavior[]
  readonly permissions: SitePermissions
  readonly roles: readonly string[]
  readonly vocabularies: readonly string[]
}

export interface RegisteredType extends ContentType {
  readonly allFields: readonly Field[]
  readonly allBehaviors: readonly Behavior[]
}

export interface Registry {
  readonly permissions: SitePermissions
  readonly types: ReadonlyMap<string, RegisteredType>
  readonly indexes: ReadonlyMap<string, IndexKind>
  readonly queryFields: ReadonlyMap<string, QueryField>
  /** The names of the columns that behaviors add to the metadata of summaries. */
  readonly columns: readonly string[]
  type(id: string): RegisteredType
}

function registerType(type: ContentType, behaviors: ReadonlyMap<string, Behavior>): RegisteredType {
  const allBehaviors = type.behaviors.flatMap(name => behaviors.get(name) ?? [])
  const fields = new Map(
    [...allBehaviors.flatMap(({ fields = [] }) => fields), ...(type.fields ?? [])].map(field => [field.name, field]),
  )
  return { ...type, allBehaviors, allFields: [...fields.values()] }
}

/** Creates a registry from a valid model (see `problemsOfModel`). */
export function createRegistry(model: Model): Registry {
  const behaviors = new Map(model.behaviors.map(behavior => [behavior.name, behavior]))
  const types = new Map(model.types.map(type => [type.id, registerType(type, behaviors)]))
  const type = (id: string): RegisteredType => {
    const registered = types.get(id)
    if (!registered) throw new Error(`There is content of the unregistered type ${id}.`)
    return registered
  }
  const indexes = new Map(model.behaviors.flatMap(behavior => Object.entries(behavior.indexes ?? {})))
  const offeredFields = model.behaviors.flatMap(({ queryFields = [] }) => queryFields)
  const queryFields = new Map(offeredFields.map(field => [field.index, field]))
  const columns = model.behaviors.flatMap(behavior => behavior.columns ?? [])
  return { permissions: model.permissions, types, indexes, queryFields, columns, type }
}

type Parts = Pick<RegisteredType, 'allBehaviors' | 'allFields'>

/**
 * Returns the behaviors that apply to an object (see `Behavior.isActive`), and its fields except for internal fields.
 */
export const activeParts = (type: RegisteredType, lineage: Lineage): Parts =>
  type.allBehaviors.some(({ isActive }) => isActive) ? partsAt(lineage, type) : visibleParts(type)

const partsAt = memoizeLast((lineage: Lineage, type: RegisteredType): Parts => {
  const inactive = type.allBehaviors.filter(({ isActive }) => isActive && !isActive(lineage))
  if (inactive.length === 0) return visibleParts(type)
  const excludedFields = new Set(inactive.flatMap(({ fields = [] }) => fields))
  return {
    allBehaviors: type.allBehaviors.filter(behavior => !inactive.includes(behavior)),
    allFields: visibleParts(type).allFields.filter(field => !excludedFields.has(field)),
  }
})

const visibleParts = memoizeByIdentity(
  ({ allBehaviors, allFields }: RegisteredType): Parts => ({
    allBehaviors,
    allFields: allFields.filter(field => !field.hidden),
  }),
)

const noValues: FieldValues = Object.freeze({})

export function computedFields({ allBehaviors }: Pick<RegisteredType, 'allBehaviors'>, lineage: Lineage): FieldValues {
  const computing = allBehaviors.flatMap(({ computed = [] }) => computed)
  return computing.length === 0 ? noValues : Object.assign({}, ...computing.map(computed => computed(lineage)))
}

export interface PublicForm {
  readonly node: ContentNode
  /** Whether the object must be hidden from callers without the Modify portal content permission. */
  readonly isHidden: boolean
}

export const typesWith = ({ types }: Registry, behavior: string): readonly string[] =>
  [...types.values()].filter(type => hasBehavior(type, behavior)).map(({ id }) => id)

export const hasBehavior = (type: ContentType, behavior: string): boolean => type.behaviors.includes(behavior)

export const versioning = 'plone.versioning'

/** Whether objects of the type can have versions (docs/content-and-access.md, Versions, rule 1). */
export const isVersionable = (type: ContentType): boolean => hasBehavior(type, versioning)

/** Whether changes to an object create versions. Authors can turn off versions with the `versioning_enabled` field. */
export const recordsVersions = (node: ContentNode, type: ContentType): boolean =>
  isVersionable(type) && node.fields.versioning_enabled !== false
