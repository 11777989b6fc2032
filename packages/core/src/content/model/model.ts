import type { JsonObject } from '../../foundation/json.js'
import type { Turn } from '../../foundation/turns.js'
import type { SitePermissions } from '../../security/permissions.js'
import type { Field, Invariant } from '../fields/field.js'
import type { Fieldset } from '../fields/fieldset.js'
import type { Lineage } from '../node/lineage.js'
import type { ContentNode } from '../node/node.js'
import type { QueryField } from '../query/queryFields.js'
import type { FoundEntry, Indexes } from '../store/catalog.js'
import type { Condition, Principals } from '../store/catalogQuery.js'
import type { ContentReader } from '../store/contentStore.js'

/**
 * Adds indexes and columns for objects of a behavior. The lineage begins with the site root and ends with the object.
 */
export type Indexer = (lineage: Lineage) => { readonly indexes?: Indexes; readonly columns?: JsonObject }

/** Keys that a behavior adds to summaries of its objects, and what they take. */
export interface SummaryPart {
  /** UIDs of objects of which the caller's view is asked for. */
  uids?(columns: JsonObject): readonly string[]
  /** UIDs of objects whose fields are asked for, whoever the caller is. */
  nodes?(columns: JsonObject): readonly string[]
  keys(entry: FoundEntry, context: SummaryContext): JsonObject
}

export interface SummaryContext {
  readonly base: string
  readonly registry: Registry
  translate(text: string): string
  /** Related objects that the caller may see. */
  visible(uid: string): FoundEntry | undefined
  /** Grows from one visible object to the next in the order of their creation. */
  age(uid: string): number
  node(uid: string): ContentNode | undefined
}

/** What the keys of a behavior are made from. */
export interface PayloadSource {
  readonly reader: ContentReader
  /** The site root first, the object last. */
  readonly lineage: Lineage
  readonly principals: Principals
  /** For loops over many objects. */
  readonly turn: Turn
  /** For searches: leaves out what is not published yet or expired, where the caller may not see such content. */
  readonly activeOnly: readonly Condition[]
  summaries(entries: readonly FoundEntry[]): Promise<readonly JsonObject[]>
  translate(text: string): string
}

/** How a kind of index is asked: by one of its values, by a date or a range of dates, or by yes and no. */
export type IndexKind = 'value' | 'date' | 'boolean'

/** Workflows that one behavior contributes, in their order. */
export interface WorkflowContribution {
  readonly ids: readonly string[]
  /** Stands for the workflow's own title wherever it is named; only where one workflow is contributed. */
  readonly label?: string
}

/** A named set of fields and rules that types take up. */
export interface Behavior {
  readonly name: string
  readonly fields?: readonly Field[]
  /** Where its fields stand in forms, unless they say otherwise; in the default one when it is left out. */
  readonly fieldset?: Fieldset
  readonly invariants?: readonly Invariant[]
  /** Adds values to the catalog's indexes. */
  readonly indexer?: Indexer
  /**
   * Workflows that objects of the behavior go through beside the one of their type (docs/workflow-and-history.md,
   * Chain).
   */
  readonly workflows?: readonly WorkflowContribution[]
  /** The indexes that callers may search by. */
  readonly indexes?: Readonly<Record<string, IndexKind>>
  /** Those of them that forms for queries offer. */
  readonly queryFields?: readonly QueryField[]
  /** Adds keys to summaries. */
  readonly summary?: SummaryPart
  /** Adds keys to the payload of an object, beside its fields. */
  readonly payload?: (source: PayloadSource) => Promise<JsonObject>
  /** Whether an object has the behavior at the moment; always when it is left out. */
  readonly isActive?: (lineage: Lineage) => boolean
}

export interface ContentType {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
  /** Fields of the type's own, after those of its behaviors; one of the same name replaces theirs. */
  readonly fields?: readonly Field[]
  /** Parts of its form that come right after the default one; the others follow in their usual order. */
  readonly fieldsets?: readonly Fieldset[]
  /** Rules between its fields, beside those of its behaviors. */
  readonly invariants?: readonly Invariant[]
  /** Null: no container. Otherwise the types that may be added; `'any'` are those that are addable anywhere. */
  readonly contains: 'any' | readonly string[] | null
  /** False: only where a container names the type. */
  readonly addableAnywhere: boolean
  /** Permission beside Add portal content that adding takes. */
  readonly addPermission: string
  readonly layout: string
  readonly lockable: boolean
  /** The field whose file gives the id; the title does when it is left out. */
  readonly namedByFile?: string
  /** Whether menus show its objects, unless the site chooses other types. */
  readonly isInMenus?: boolean
  /** Payloads do not list what is inside. */
  readonly hidesItems?: boolean
  /** Permissions that a new object gives below itself. */
  readonly grants?: Readonly<Record<string, readonly string[]>>
  /** Ids of its own workflows, the primary first; the site's default chain when it is left out. */
  readonly workflows?: readonly string[]
}

/** What a site is made of, before it is checked. */
export interface Model {
  readonly types: readonly ContentType[]
  readonly behaviors: readonly Behavior[]
  readonly permissions: SitePermissions
  readonly roles: readonly string[]
  /** Names of the vocabularies that fields may draw from. */
  readonly vocabularies: readonly string[]
}

export interface RegisteredType extends ContentType {
  readonly allFields: readonly Field[]
  readonly allBehaviors: readonly Behavior[]
}

export interface Registry {
  readonly permissions: SitePermissions
  readonly types: ReadonlyMap<string, RegisteredType>
  /** Indexes that behaviors bring, beside those that every object has. */
  readonly indexes: ReadonlyMap<string, IndexKind>
  /** Those of them that forms for queries offer. */
  readonly queryFields: ReadonlyMap<string, QueryField>
  type(id: string): RegisteredType
}
