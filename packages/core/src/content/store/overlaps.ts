import type { Instant } from '../../foundation/instants.js'

/**
 * A search for objects in a time span. An object matches if its value in the first index of `span` is before `end`, its
 * value in the second index is after `start`, and it has one of the given values in at least one index of `shares`.
 */
export interface OverlapQuery {
  /** The names of the indexes that contain the start and the end of an object. */
  readonly span: readonly [start: string, end: string]
  readonly start: Instant
  readonly end: Instant
  /** The values to search for, by index name. */
  readonly shares: Readonly<Record<string, readonly string[]>>
}

export interface ObjectRevision {
  readonly uid: string
  readonly revision: number
}

/** The expected result of an `OverlapQuery`, with the objects in any order. It is a precondition of the commit. */
export interface ExpectedOverlaps extends OverlapQuery {
  readonly objects: readonly ObjectRevision[]
}

/** Whether two results contain the same revisions of the same objects. */
export function sameObjects(one: readonly ObjectRevision[], other: readonly ObjectRevision[]): boolean {
  const revisions = new Map(one.map(({ uid, revision }) => [uid, revision]))
  return one.length === other.length && other.every(({ uid, revision }) => revisions.get(uid) === revision)
}
