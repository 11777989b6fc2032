import type { Instant } from '../../foundation/instants.js'

/** A redirect from a previous or an additional path (docs/content-and-access.md, Old URLs and aliases). */
export interface Alias {
  readonly path: string
  /** The current path of the target object, or an external URL. */
  readonly target: string
  /** The creation time of the alias, or null if the time is unknown. */
  readonly created: Instant | null
  /** Whether an editor added the alias. If false, the alias was created when an object was renamed or moved. */
  readonly manual: boolean
}

/** A new alias. The target is the UID of an object or an external URL. */
export interface NewAlias {
  readonly path: string
  readonly target: { readonly uid: string } | { readonly url: string }
  readonly created: Instant
  /** Whether an editor added the alias (see `Alias.manual`). Defaults to true. */
  readonly manual?: boolean
}

/** An alias to delete. If `uid` is given, the alias is deleted only if it refers to this object. */
export interface RemovedAlias {
  readonly path: string
  readonly uid?: string
}

/** A search for aliases. All specified conditions must be met. */
export interface AliasQuery {
  readonly uid?: string
  readonly paths?: readonly string[]
  readonly begin?: string
  readonly manual?: boolean
  /**
   * The range of creation times includes `from` and excludes `until`. Aliases with an unknown creation time match no
   * range.
   */
  readonly from?: Instant
  readonly until?: Instant
  readonly start?: number
  readonly size: number
}

export interface AliasResult {
  /** The total number of matching aliases, regardless of `start` and `size`. */
  readonly total: number
  readonly items: readonly Alias[]
}

/** Whether the target is an external URL instead of a path within the site. */
export const isExternalTarget = (target: string): boolean => !target.startsWith('/')
