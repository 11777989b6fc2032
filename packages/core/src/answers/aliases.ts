/** An additional or old URL of an object, which redirects to it (docs/content-and-access.md, Old URLs and aliases). */
export type AliasItem = {
  readonly path: string
  /** Path of the object. */
  readonly 'redirect-to': string
  /** ISO 8601 in UTC; null when unknown. */
  readonly datetime: string | null
  /** Whether the alias was added explicitly, and not by a rename or a move. */
  readonly manual: boolean
}

/** `POST` and `DELETE {path}/@aliases` when some addresses failed. */
export type FailedAliases = {
  readonly type: 'error'
  /** The addresses as they were sent. */
  readonly failed: readonly string[]
}
