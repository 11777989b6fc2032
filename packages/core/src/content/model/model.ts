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

/** Adds indexes and columns to the catalog entry of the last object of `lineage`. */
export type Indexer = (lineage: Lineage) => { readonly indexes?: Indexes; readonly columns?: JsonObject }

/**
 * The keys that a behavior adds to summaries, and the objects that must be read to compute these keys. Keys depend only
 * on the entry and the context, because summaries are cached (docs/caching.md, Cached reads, rule 4).
 */
export interface SummaryPart {
  uids?(columns: JsonObject): readonly string[]
  /** The UIDs of the objects that `keys` looks up with `context.node`, which does not check permissions. */
  nodes?(columns: JsonObject): readonly string[]
  keys(entry: SearchHit, context: SummaryContext): JsonObject
}

export interface SummaryContext {
  readonly base: string
  readonly registry: Registry
  translate(text: string): string
  /** The related object with the given UID; undefined if the caller may not see it. */
  visible(uid: string): SearchHit | undefined
  /** A number that is higher for objects that were created later; available only for visible objects. */
  age(uid: string): number
  node(uid: string): ContentNode | undefined
}

/**
 * The data from which a behavior computes its keys of a payload. The keys must depend only on stored content, on which
 * content is published and not expired, on the caller, and on the language: answers are cached under exactly these
 * keys. The keys must not depend on a clock, a random number or another service, because cached answers would not
 * reflect changes there (docs/content-and-access.md, Types and behaviors, rule 8).
 */
export interface PayloadSource extends Required<Omit<VocabularySource, 'tokens'>> {
  summaries(entries: readonly SearchHit[]): Promise<readonly Summary[]>
  translate(text: string): string
}

/** The workflows that a behavior contributes to the chain, in the order of `ids`. */
export interface WorkflowContribution {
  readonly ids: readonly string[]
  /** A title that replaces the title of the workflow; allowed only if `ids` contains exactly one id. */
  readonly label?: string
}

/** A named set of fields, rules, indexes and workflows that types can share. */
export interface Behavior {
  readonly name: string
  readonly fields?: readonly Field[]
  /**
   * The form section of the behavior's fields, unless a field specifies another section; by default, the default
   * section.
   */
  readonly fieldset?: Fieldset
  readonly invariants?: readonly Invariant[]
  /**
   * Computes values that replace the stored values in payloads, summaries and the catalog. If a client sends such a
   * value back unchanged, the stored value remains.
   */
  readonly computed?: (lineage: Lineage) => FieldValues
  /**
   * Returns the form of an object for callers without the permission Modify portal content, for example with released
   * values; undefined if all callers see the stored object.
   */
  readonly publicForm?: (lineage: Lineage) => PublicForm | undefined
  /** Adds values to the catalog's indexes. */
  readonly indexer?: Indexer
  /**
   * The workflows that objects with this behavior use in addition to the workflows of their type
   * (docs/workflow-and-history.md, Chain).
   */
  readonly workflows?: readonly WorkflowContribution[]
  /** The indexes that callers may use in searches. */
  readonly indexes?: Readonly<Record<string, IndexKind>>
  /** The indexes that query forms offer. */
  readonly queryFields?: readonly QueryField[]
  /** Adds keys to summaries. */
  readonly summary?: SummaryPart
  /** Adds keys to the payload of an object, in addition to its fields. The keys may depend only on `source`. */
  readonly payload?: (source: PayloadSource) => Promise<JsonObject>
  /** Whether the behavior currently applies to an object; if omitted, it always applies. */
  readonly isActive?: (lineage: Lineage) => boolean
}

/**
 * A content type: its fields, behaviors, allowed containers and permissions. Embedders pass their types as
 * `Extensions.types`.
 */
export interface ContentType {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
  /**
   * The fields of the type itself, which follow the fields of its behaviors. A field replaces an inherited field with
   * the same name.
   */
  readonly fields?: readonly Field[]
  /**
   * The form sections that directly follow the default section; all other sections come after them in their usual
   * order.
   */
  readonly fieldsets?: readonly Fieldset[]
  /** The rules that involve several fields, in addition to the rules of the behaviors. */
  readonly invariants?: readonly Invariant[]
  /**
   * The types of objects that can be added to objects of this type: a list, `'any'` for all types with
   * `addableAnywhere`, or null if the type is not a container.
   */
  readonly contains: 'any' | readonly string[] | null
  /**
   * Whether containers with `contains: 'any'` accept the type; otherwise, only containers that list the type in
   * `contains` do.
   */
  readonly addableAnywhere: boolean
  /** The permission that a caller needs, in addition to Add portal content, to add an object. */
  readonly addPermission: string
  readonly layout: string
  readonly lockable: boolean
  /** The field whose file name determines the id of a new object; if omitted, the title determines the id. */
  readonly namedByFile?: string
  /** Whether menus show objects of the type, unless the site settings select other types. */
  readonly isInMenus?: boolean
  /** Whether the payload of a container omits the objects in it. */
  readonly hidesItems?: boolean
  /** The roles to which a new object grants permissions on itself and below, by permission. */
  readonly grants?: Readonly<Record<string, readonly string[]>>
  /** The ids of the workflows of the type, the primary workflow first; by default, the default chain of the site. */
  readonly workflows?: readonly string[]
}

/** The definition of a site, not validated yet (see `problemsOfModel`). */
export interface Model {
  readonly types: readonly ContentType[]
  readonly behaviors: readonly Behavior[]
  readonly permissions: SitePermissions
  readonly roles: readonly string[]
  /** The names of the vocabularies that fields may use. */
  readonly vocabularies: readonly string[]
}

export interface RegisteredType extends ContentType {
  readonly allFields: readonly Field[]
  readonly allBehaviors: readonly Behavior[]
}

export interface Registry {
  readonly permissions: SitePermissions
  readonly types: ReadonlyMap<string, RegisteredType>
  /** The indexes of behaviors, excluding the indexes that every object has. */
  readonly indexes: ReadonlyMap<string, IndexKind>
  /** The indexes that query forms offer. */
  readonly queryFields: ReadonlyMap<string, QueryField>
  type(id: string): RegisteredType
}

function registerType(type: ContentType, behaviors: ReadonlyMap<string, Behavior>): RegisteredType {
  const allBehaviors = type.behaviors.flatMap(name => behaviors.get(name) ?? [])
  const fields = new Map(
    [...allBehaviors.flatMap(({ fields = [] }) => fields), ...(type.fields ?? [])].map(field => [field.name, field]),
  )
  return { ...type, allBehaviors, allFields: [...fields.values()] }
}

/** Creates a registry from a model that `problemsOfModel` has found to be valid. */
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
  return { permissions: model.permissions, types, indexes, queryFields, type }
}

type Parts = Pick<RegisteredType, 'allBehaviors' | 'allFields'>

/** The behaviors that currently apply to an object (see `Behavior.isActive`), and the fields that are not hidden. */
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

/** The form of an object for callers without the permission Modify portal content. */
export interface PublicForm {
  readonly node: ContentNode
  /** Whether the object does not exist for these callers. */
  readonly isHidden: boolean
}

export const typesWith = ({ types }: Registry, behavior: string): readonly string[] =>
  [...types.values()].filter(type => hasBehavior(type, behavior)).map(({ id }) => id)

export const hasBehavior = (type: ContentType, behavior: string): boolean => type.behaviors.includes(behavior)

export const versioning = 'plone.versioning'

/** Whether objects of a type may have versions (docs/content-and-access.md, Versions, rule 1). */
export const isVersionable = (type: ContentType): boolean => hasBehavior(type, versioning)

/** Whether a change of this object creates a version; authors can turn versions off with `versioning_enabled`. */
export const recordsVersions = (node: ContentNode, type: ContentType): boolean =>
  isVersionable(type) && node.fields.versioning_enabled !== false
