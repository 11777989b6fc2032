import type { Summary } from './summary.js'

/** An object that refers to another object. */
export type ReferringObject = {
  readonly '@id': string
  readonly title: string
  readonly uid: string
}

/**
 * An item in the response to `GET {path}/@linkintegrity`. Each item describes one of the objects in the `uids`
 * parameter (docs/content-and-access.md, References, rule 3).
 */
export type LinkBreach = Summary & {
  /** The number of descendants that the caller can view. */
  readonly items_total: number
  /**
   * The objects that refer to this object or its descendants and that would remain after the objects in `uids` are
   * deleted. The list contains at most 1,000 objects, and only objects that the caller can view.
   */
  readonly breaches: readonly ReferringObject[]
}

/** A reference from one object to another. */
export type RelationPair = {
  readonly source: Partial<Summary>
  readonly target: Partial<Summary>
}

/** The references that have the same relation name. `items` contains at most 100 of them. */
export type RelationsOfName<Item> = {
  readonly items: readonly Item[]
  readonly items_total: number
}

/** Values by relation name. The relation name of links is `isReferencing`. */
export type ByRelation<Value> = Readonly<Record<string, Value>>

/**
 * The response to `GET {path}/@relations`. Without parameters, it contains the number of references for each relation
 * name. With parameters, it contains the selected references, or the broken references with the URL of the source and
 * the UID of the missing target.
 */
export type RelationsPayload = { readonly '@id': string } & (
  | { readonly relations: ByRelation<RelationsOfName<RelationPair>> }
  | { readonly relations: ByRelation<RelationsOfName<readonly string[]>> }
  | { readonly stats: ByRelation<number>; readonly broken: ByRelation<number> }
)

/**
 * An item in the response to `POST {path}/@copy` and `POST {path}/@move`. The response contains one item for each
 * source (docs/content-and-access.md, Copy and move). `source` and `target` are URLs.
 */
export type RelocatedObject = {
  readonly source: string
  readonly target: string
}
