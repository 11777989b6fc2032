import type { Instant } from '../../foundation/instants.js'

/**
 * A search for objects in a time span: the first index in `span` is before `end`, the second index is after `start`, and
 * at least one of the indexes in `shares` contains one of the given values.
 */
export interface OverlapQuery {
  /** The names of the indexes that contain the start and the end of an object. */
  readonly span: readonly [start: string, end: string]
  readonly start: Instant
  readonly end: Instant
  /** The values by index name. */
  readonly shares: Readonly<Record<string, readonly string[]>>
}

export interface ObjectRevision {
  readonly uid: string
  readonly revision: number
}

/**
 * The expected result of an `OverlapQuery` on which a decision was based. It is a precondition of the commit; `objects`
 * may be in any order.
 */
export interface ExpectedOverlaps extends OverlapQuery {
  readonly objects: readonly ObjectRevision[]
}

/** Whether two results of a query contain the same revisions of the same objects. */
export function sameObjects(one: readonly ObjectRevision[], other: readonly ObjectRevision[]): boolean {
  const revisions = new Map(one.map(({ uid, revision }) => [uid, revision]))
  return one.length === other.length && other.every(({ uid, revision }) => revisions.get(uid) === revision)
}
