import type { Summary } from './summary.js'

/** An object that refers to another object. */
export type ReferringObject = {
  readonly '@id': string
  readonly title: string
  readonly uid: string
}

/**
 * An item of `GET {path}/@linkintegrity`, which describes one object of the parameter `uids`
 * (docs/content-and-access.md, References, rule 3).
 */
export type LinkBreach = Summary & {
  /** The number of descendants that the caller can view. */
  readonly items_total: number
  /** The objects that refer to this object or its descendants and that would remain after the deletion. */
  readonly breaches: readonly ReferringObject[]
}

/** A reference from one object to another. */
export type RelationPair = {
  readonly source: Partial<Summary>
  readonly target: Partial<Summary>
}

/** The references of one relation. `items` contains at most 100 references. */
export type RelationsOfName<Item> = {
  readonly items: readonly Item[]
  readonly items_total: number
}

/** The values by relation name. The name `isReferencing` stands for links. */
export type ByRelation<Value> = Readonly<Record<string, Value>>

/**
 * `GET {path}/@relations`. With parameters, the selected references, or the broken references with the URL of the
 * source and the UID of the missing target. Without parameters, the number of references by relation.
 */
export type RelationsPayload = { readonly '@id': string } & (
  | { readonly relations: ByRelation<RelationsOfName<RelationPair>> }
  | { readonly relations: ByRelation<RelationsOfName<readonly string[]>> }
  | { readonly stats: ByRelation<number>; readonly broken: ByRelation<number> }
)

/**
 * An item in the responses to `POST {path}/@copy` and `@move`: one item for each source, with two URLs
 * (docs/content-and-access.md, Copy and move).
 */
export type RelocatedObject = {
  readonly source: string
  readonly target: string
}
