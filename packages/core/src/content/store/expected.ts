/** The state of an object on which a decision was based: a precondition of the commit. */
export interface Expected {
  readonly uid: string
  readonly revision: number
  /** Any path when it is left out. */
  readonly path?: string
  /** The token of its lock, null for none; any lock when it is left out. */
  readonly lock?: string | null
}

/** The number of objects at and below a path when a change was decided. */
export interface SubtreeSize {
  readonly path: string
  readonly size: number
}
