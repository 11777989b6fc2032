import type { Instant } from '../../foundation/instants.js'

/**
 * A search for objects in a span of time: their index `start` is before `end`, their index `end` is after `start`, and
 * they share a value with at least one of the indexes in `shares`.
 */
export interface OverlapQuery {
  readonly start: Instant
  readonly end: Instant
  /** Values by the name of their index. */
  readonly shares: Readonly<Record<string, readonly string[]>>
}

export interface ObjectRevision {
  readonly uid: string
  readonly revision: number
}

/**
 * The result of an `OverlapQuery` on which a decision was based: a precondition of the commit. `objects` are in any
 * order.
 */
export interface ExpectedOverlaps extends OverlapQuery {
  readonly objects: readonly ObjectRevision[]
}

/** Whether two results of a query contain the same objects in the same revisions. */
export function sameObjects(one: readonly ObjectRevision[], other: readonly ObjectRevision[]): boolean {
  const revisions = new Map(one.map(({ uid, revision }) => [uid, revision]))
  return one.length === other.length && other.every(({ uid, revision }) => revisions.get(uid) === revision)
}
