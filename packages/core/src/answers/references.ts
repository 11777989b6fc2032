import type { Summary } from './summary.js'

/** An object that refers to another. */
export type ReferringObject = {
  readonly '@id': string
  readonly title: string
  readonly uid: string
}

/** `GET {path}/@linkintegrity` lists one for each object of `uids` (docs/content-and-access.md, References, rule 3). */
export type LinkBreach = Summary & {
  /** Objects below it that the caller may see. */
  readonly items_total: number
  /** Objects that refer to it or to its content, and that would remain. */
  readonly breaches: readonly ReferringObject[]
}

/** A reference of one object to another. */
export type RelationPair = {
  readonly source: Partial<Summary>
  readonly target: Partial<Summary>
}

/** The references of one name; `items` has 100 at most. */
export type RelationsOfName<Item> = {
  readonly items: readonly Item[]
  readonly items_total: number
}

/** By the name of the relation field; `isReferencing` for links. */
export type ByRelation<Value> = Readonly<Record<string, Value>>

/**
 * `GET {path}/@relations`: chosen references; broken references as pairs of the URL of the source and the UID of the
 * missing target; without parameters the numbers of all.
 */
export type RelationsPayload = { readonly '@id': string } & (
  | { readonly relations: ByRelation<RelationsOfName<RelationPair>> }
  | { readonly relations: ByRelation<RelationsOfName<readonly string[]>> }
  | { readonly stats: ByRelation<number>; readonly broken: ByRelation<number> }
)

/** `POST {path}/@copy` and `@move` answer one for each source, as URLs (docs/content-and-access.md, Copy and move). */
export type RelocatedObject = {
  readonly source: string
  readonly target: string
}
