import type { Summary } from './summary.js'

/** An object that refers to another object. */
export type ReferringObject = {
  readonly '@id': string
  readonly title: string
  readonly uid: string
}

/**
 * An item in the response to `GET {path}/@linkintegrity`, which returns an item for each object in the parameter `uids`
 * (docs/content-and-access.md, References, rule 3).
 */
export type LinkBreach = Summary & {
  /** The number of objects below this object that the caller may see. */
  readonly items_total: number
  /** The objects that refer to this object or to its content, and that would remain after its deletion. */
  readonly breaches: readonly ReferringObject[]
}

/** A reference from one object to another. */
export type RelationPair = {
  readonly source: Partial<Summary>
  readonly target: Partial<Summary>
}

/** The references of one relation; `items` contains at most 100 of them. */
export type RelationsOfName<Item> = {
  readonly items: readonly Item[]
  readonly items_total: number
}

/** The values by the name of the relation field, which is `isReferencing` for links. */
export type ByRelation<Value> = Readonly<Record<string, Value>>

/**
 * `GET {path}/@relations`: the references that the parameters select; or broken references, each as the URL of the
 * source and the UID of the missing target; or, without parameters, the number of references per relation.
 */
export type RelationsPayload = { readonly '@id': string } & (
  | { readonly relations: ByRelation<RelationsOfName<RelationPair>> }
  | { readonly relations: ByRelation<RelationsOfName<readonly string[]>> }
  | { readonly stats: ByRelation<number>; readonly broken: ByRelation<number> }
)

/**
 * An item in the responses to `POST {path}/@copy` and `@move`, which contain an item for each source. Both values are
 * URLs (docs/content-and-access.md, Copy and move).
 */
export type RelocatedObject = {
  readonly source: string
  readonly target: string
}
