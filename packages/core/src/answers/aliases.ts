/** An additional or old URL that redirects to an object (docs/content-and-access.md, Old URLs and aliases). */
export type AliasItem = {
  readonly path: string
  /** The path of the object. */
  readonly 'redirect-to': string
  /** The creation time, in UTC (ISO 8601). Null if the time is unknown. */
  readonly datetime: string | null
  /** Whether an editor added the alias. False if the alias was created by a rename or a move. */
  readonly manual: boolean
}

/** The response to `POST` and `DELETE {path}/@aliases` if some addresses were refused. */
export type FailedAliases = {
  readonly type: 'error'
  /** The refused addresses as the client sent them. */
  readonly failed: readonly string[]
}
