import type { Instant } from '../../foundation/instants.js'

/** A redirect from an old or additional path (docs/content-and-access.md, Old addresses). */
export interface Alias {
  readonly path: string
  /** The current path of the target object, or the URL of another site. */
  readonly target: string
  /** The time of creation; null if unknown. */
  readonly created: Instant | null
  /** False for aliases that a rename or a move created. */
  readonly manual: boolean
}

/** An alias to create: for an object by UID, or for a URL of another site. */
export interface NewAlias {
  readonly path: string
  readonly target: { readonly uid: string } | { readonly url: string }
  readonly created: Instant
  /** True by default. */
  readonly manual?: boolean
}

/** An alias to delete. Without `uid`, any target matches. */
export interface RemovedAlias {
  readonly path: string
  readonly uid?: string
}

/** A search for aliases; an alias must meet all conditions that are present. */
export interface AliasQuery {
  /** Only aliases of this object. */
  readonly uid?: string
  /** Only aliases at one of these paths. */
  readonly paths?: readonly string[]
  /** Only aliases whose path begins with this string. */
  readonly begin?: string
  readonly manual?: boolean
  /** Only aliases created at this time or later, or before `until`. An alias whose time is unknown matches neither. */
  readonly from?: Instant
  readonly until?: Instant
  readonly start?: number
  /** The maximum number of aliases. */
  readonly size: number
}

export interface AliasResult {
  /** The number of aliases before `start` and `size` are applied. */
  readonly total: number
  /** Ordered by path. */
  readonly items: readonly Alias[]
}

/** Whether an alias leads to the URL of another site instead of a path within this site. */
export const isExternalTarget = (target: string): boolean => !target.startsWith('/')
