/** What an object was when a change was decided. */
export interface Expected {
  readonly uid: string
  readonly revision: number
  /** Wherever it is when left out. */
  readonly path?: string
  /** The token of its lock, null for none; whatever it is when left out. */
  readonly lock?: string | null
}

/** How many objects there were at a path and below it when a change was decided. */
export interface SubtreeSize {
  readonly path: string
  readonly size: number
}
