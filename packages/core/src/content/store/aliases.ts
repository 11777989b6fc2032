import type { Instant } from '../../foundation/instants.js'

/** An address that leads elsewhere (docs/content-and-access.md, Old addresses). */
export interface Alias {
  readonly path: string
  /** The path of the object that it leads to, as it is now, or the URL of another site. */
  readonly target: string
  /** When it was made; null for one of old, of which nobody knows. */
  readonly created: Instant | null
  /** False when a renaming or a move made it. */
  readonly manual: boolean
}

/** An alias to come: of an object by UID, or to a URL of another site. */
export interface NewAlias {
  readonly path: string
  readonly target: { readonly uid: string } | { readonly url: string }
  readonly created: Instant
}

/** An alias to end, whatever it leads to when `uid` is left out. */
export interface RemovedAlias {
  readonly path: string
  readonly uid?: string
}

/** Which aliases are asked for; all that is told has to hold. */
export interface AliasQuery {
  /** Those of this object. */
  readonly uid?: string
  /** At one of these paths. */
  readonly paths?: readonly string[]
  /** Whose path begins with this text. */
  readonly begin?: string
  readonly manual?: boolean
  /** Made at this time or later, or earlier than that. Those of which the time is unknown are in no range. */
  readonly from?: Instant
  readonly until?: Instant
  readonly start?: number
  /** At most so many. */
  readonly size: number
}

export interface AliasesFound {
  /** Hits before `start` and `size` were applied. */
  readonly total: number
  /** By path. */
  readonly items: readonly Alias[]
}

/** Whether an alias leads to the URL of another site, not to a path of this one. */
export const isForeignTarget = (target: string): boolean => !target.startsWith('/')
