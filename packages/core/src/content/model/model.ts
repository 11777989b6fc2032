import type { JsonObject } from '../../foundation/json.js'
import type { Turn } from '../../foundation/turns.js'
import type { SitePermissions } from '../../security/permissions.js'
import type { Field, Invariant } from '../fields/field.js'
import type { Fieldset } from '../fields/fieldset.js'
import type { Lineage } from '../node/lineage.js'
import type { ContentNode } from '../node/node.js'
import type { IndexKind } from '../query/indexKind.js'
import type { QueryField } from '../query/queryFields.js'
import type { FoundEntry, Indexes } from '../store/catalog.js'
import type { Condition, Principals } from '../store/catalogQuery.js'
import type { ContentReader } from '../store/contentStore.js'

/**
 * Adds indexes and columns to the catalog entry of an object, which is the last of `lineage`.
 */
export type Indexer = (lineage: Lineage) => { readonly indexes?: Indexes; readonly columns?: JsonObject }

/**
 * Keys that a behavior adds to summaries, and the objects that must be read for them. Keys depend on the entry and the
 * context alone: summaries are remembered (docs/caching.md, Reads that are remembered, rule 4).
 */
export interface SummaryPart {
  /** UIDs of the objects that `context.visible` and `context.age` must know. */
  uids?(columns: JsonObject): readonly string[]
  /** UIDs of the objects that `context.node` must know, whether the caller may see them or not. */
  nodes?(columns: JsonObject): readonly string[]
  keys(entry: FoundEntry, context: SummaryContext): JsonObject
}

export interface SummaryContext {
  readonly base: string
  readonly registry: Registry
  translate(text: string): string
  /** Related objects that the caller may see. */
  visible(uid: string): FoundEntry | undefined
  /** A number for the order of creation: a later object has a higher one. Only for visible objects. */
  age(uid: string): number
  node(uid: string): ContentNode | undefined
}

/**
 * The data from which a behavior makes its keys of a payload. They may depend on nothing else: what is stored, which of it
 * is published and not expired at the moment, the caller, and the language. Answers are kept, and their tags are known,
 * by just that: a clock, chance or another service would not be asked again (docs/content-and-access.md, Types and
 * behaviors, rule 8).
 */
export interface PayloadSource {
  readonly reader: ContentReader
  /** The site root first, the object last. */
  readonly lineage: Lineage
  readonly principals: Principals
  /** For loops over many objects. */
  readonly turn: Turn
  /** Conditions for searches: they exclude expired and not yet published content when the caller may not see it. */
  readonly activeOnly: readonly Condition[]
  summaries(entries: readonly FoundEntry[]): Promise<readonly JsonObject[]>
  translate(text: string): string
}

/** Workflows that one behavior contributes, in their order. */
export interface WorkflowContribution {
  readonly ids: readonly string[]
  /** Replaces the title of the workflow; only allowed when `ids` has exactly one. */
  readonly label?: string
}

/** A named set of fields, rules, indexes and workflows that types can share. */
export interface Behavior {
  readonly name: string
  readonly fields?: readonly Field[]
  /** Where its fields stand in forms, unless they say otherwise; in the default one when it is left out. */
  readonly fieldset?: Fieldset
  readonly invariants?: readonly Invariant[]
  /** Adds values to the catalog's indexes. */
  readonly indexer?: Indexer
  /**
   * Workflows that objects with this behavior have in addition to those of their type (docs/workflow-and-history.md,
   * Chain).
   */
  readonly workflows?: readonly WorkflowContribution[]
  /** The indexes that callers may search by. */
  readonly indexes?: Readonly<Record<string, IndexKind>>
  /** Those of them that forms for queries offer. */
  readonly queryFields?: readonly QueryField[]
  /** Adds keys to summaries. */
  readonly summary?: SummaryPart
  /** Adds keys to the payload of an object, in addition to its fields. They depend on their source alone. */
  readonly payload?: (source: PayloadSource) => Promise<JsonObject>
  /** Whether the behavior applies to an object now; always when it is left out. */
  readonly isActive?: (lineage: Lineage) => boolean
}

/** A content type: its fields, behaviors, containers and permissions. Embedders pass theirs as `Extensions.types`. */
export interface ContentType {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
  /** The fields of the type itself, after those of its behaviors. A field with the same name replaces theirs. */
  readonly fields?: readonly Field[]
  /** Parts of its form that come right after the default one; the others follow in their usual order. */
  readonly fieldsets?: readonly Fieldset[]
  /** Rules between its fields, in addition to those of its behaviors. */
  readonly invariants?: readonly Invariant[]
  /** The types that can be added inside; `'any'` means all with `addableAnywhere`; null means no container. */
  readonly contains: 'any' | readonly string[] | null
  /** False when the type can be added only to containers that name it in `contains`. */
  readonly addableAnywhere: boolean
  /** Permission needed to add an object, in addition to Add portal content. */
  readonly addPermission: string
  readonly layout: string
  readonly lockable: boolean
  /** The field whose file name becomes the id of a new object; without it, the title becomes the id. */
  readonly namedByFile?: string
  /** Whether menus show its objects, unless the site chooses other types. */
  readonly isInMenus?: boolean
  /** Payloads do not list the objects inside. */
  readonly hidesItems?: boolean
  /** Roles by permission that a new object grants on itself and below. */
  readonly grants?: Readonly<Record<string, readonly string[]>>
  /** Ids of the workflows of the type, the primary first; by default the default chain of the site. */
  readonly workflows?: readonly string[]
}

/** The definition of a site, not validated yet (see `problemsOfModel`). */
export interface Model {
  readonly types: readonly ContentType[]
  readonly behaviors: readonly Behavior[]
  readonly permissions: SitePermissions
  readonly roles: readonly string[]
  /** Names of the vocabularies that fields may use. */
  readonly vocabularies: readonly string[]
}

export interface RegisteredType extends ContentType {
  readonly allFields: readonly Field[]
  readonly allBehaviors: readonly Behavior[]
}

export interface Registry {
  readonly permissions: SitePermissions
  readonly types: ReadonlyMap<string, RegisteredType>
  /** The indexes of behaviors, without those that every object has. */
  readonly indexes: ReadonlyMap<string, IndexKind>
  /** Those of them that forms for queries offer. */
  readonly queryFields: ReadonlyMap<string, QueryField>
  type(id: string): RegisteredType
}
