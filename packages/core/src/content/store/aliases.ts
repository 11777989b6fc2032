import type { Instant } from '../../foundation/instants.js'

/** A redirect from an old or additional path (docs/content-and-access.md, Old URLs and aliases). */
export interface Alias {
  readonly path: string
  /** The current path of the target object, or the URL of another site. */
  readonly target: string
  /** The time of creation; null if unknown. */
  readonly created: Instant | null
  /** Whether an editor added the alias, instead of a rename or a move. */
  readonly manual: boolean
}

/** An alias to create. It leads to an object, specified by its UID, or to a URL of another site. */
export interface NewAlias {
  readonly path: string
  readonly target: { readonly uid: string } | { readonly url: string }
  readonly created: Instant
  /** Whether an editor added the alias (see `Alias.manual`); true by default. */
  readonly manual?: boolean
}

/** An alias to delete. If `uid` is omitted, an alias with any target is deleted. */
export interface RemovedAlias {
  readonly path: string
  readonly uid?: string
}

/** A search for aliases; an alias must meet all conditions that are present. */
export interface AliasQuery {
  /** The UID of the object to which the aliases lead. */
  readonly uid?: string
  /** The paths at which to search for aliases. */
  readonly paths?: readonly string[]
  /** The beginning of the paths of the aliases. */
  readonly begin?: string
  readonly manual?: boolean
  /**
   * The range of creation times: at `from` or later, and before `until`. An alias whose time is unknown is outside
   * every range.
   */
  readonly from?: Instant
  readonly until?: Instant
  readonly start?: number
  /** The maximum number of aliases. */
  readonly size: number
}

export interface AliasResult {
  /** The number of aliases before `start` and `size` are applied. */
  readonly total: number
  /** The aliases, ordered by path. */
  readonly items: readonly Alias[]
}

/** Whether an alias leads to the URL of another site instead of a path within this site. */
export const isExternalTarget = (target: string): boolean => !target.startsWith('/')
