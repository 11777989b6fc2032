import type { JsonObject } from '../foundation/json.js'
import type { SitePermissions } from '../security/permissions.js'
import type { FoundEntry, Indexer } from './catalogEntry.js'
import type { Sight } from './catalogQuery.js'
import type { ContentReader } from './contentStore.js'
import type { Field, Invariant } from './fields/field.js'
import type { ContentNode } from './node.js'
import type { SummaryPart } from './summary.js'

/** Adds keys to the payload of an object, beside its fields. */
export interface PayloadSource {
  readonly reader: ContentReader
  /** The site root first, the object last. */
  readonly lineage: readonly ContentNode[]
  readonly sight: Sight
  summaries(entries: readonly FoundEntry[]): Promise<readonly JsonObject[]>
  translate(text: string): string
}

/** How a kind of index is asked: by one of its values, by a date or a range of dates, or by yes and no. */
export type IndexKind = 'value' | 'date' | 'boolean'

/** A named set of fields and rules that types take up. */
export interface Behavior {
  readonly name: string
  readonly fields?: readonly Field[]
  readonly invariants?: readonly Invariant[]
  /** Adds values to the catalog's indexes. */
  readonly indexer?: Indexer
  /** The indexes that callers may search by. */
  readonly indexes?: Readonly<Record<string, IndexKind>>
  /** Adds keys to summaries. */
  readonly summary?: SummaryPart
  readonly payload?: (source: PayloadSource) => Promise<JsonObject>
  /** Whether an object has the behavior at the moment; always when it is left out. */
  readonly isActive?: (lineage: readonly ContentNode[]) => boolean
}

export interface ContentType {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
  /** Fields of the type's own, after those of its behaviors; one of the same name replaces theirs. */
  readonly fields?: readonly Field[]
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
  type(id: string): RegisteredType
}

function registered(type: ContentType, behaviors: ReadonlyMap<string, Behavior>): RegisteredType {
  const allBehaviors = type.behaviors.flatMap(name => behaviors.get(name) ?? [])
  const fields = new Map(
    [...allBehaviors.flatMap(({ fields = [] }) => fields), ...(type.fields ?? [])].map(field => [field.name, field]),
  )
  return { ...type, allBehaviors, allFields: [...fields.values()] }
}

/** Puts a model together that has been found to be without faults (registryProblems.ts). */
export function createRegistry(model: Model): Registry {
  const behaviors = new Map(model.behaviors.map(behavior => [behavior.name, behavior]))
  const types = new Map(model.types.map(type => [type.id, registered(type, behaviors)]))
  const type = (id: string): RegisteredType => {
    const found = types.get(id)
    if (!found) throw new Error(`There is content of the type ${id}, which is not registered.`)
    return found
  }
  const indexes = new Map(model.behaviors.flatMap(behavior => Object.entries(behavior.indexes ?? {})))
  return { permissions: model.permissions, types, indexes, type }
}

/** The behaviors and the fields that an object has at the moment. */
export function activeParts(
  type: RegisteredType,
  lineage: readonly ContentNode[],
): Pick<RegisteredType, 'allBehaviors' | 'allFields'> {
  const inactive = type.allBehaviors.filter(({ isActive }) => isActive && !isActive(lineage))
  const without = new Set(inactive.flatMap(({ fields = [] }) => fields))
  return {
    allBehaviors: type.allBehaviors.filter(behavior => !inactive.includes(behavior)),
    allFields: type.allFields.filter(field => !field.hidden && !without.has(field)),
  }
}

export function hasBehavior(type: ContentType, behavior: string): boolean {
  return type.behaviors.includes(behavior)
}
