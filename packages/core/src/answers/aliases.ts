/** An additional or old URL that redirects to an object (docs/content-and-access.md, Old URLs and aliases). */
export type AliasItem = {
  readonly path: string
  /** The path of the object. */
  readonly 'redirect-to': string
  /** The creation time, as ISO 8601 in UTC; null if unknown. */
  readonly datetime: string | null
  /** Whether an editor added the alias, instead of a rename or a move. */
  readonly manual: boolean
}

/** `POST` and `DELETE {path}/@aliases` if some addresses failed. */
export type FailedAliases = {
  readonly type: 'error'
  /** The addresses as they were sent. */
  readonly failed: readonly string[]
}
