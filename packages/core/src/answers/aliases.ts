/** An old or additional URL that redirects to an object (docs/content-and-access.md, Old URLs and aliases). */
export type AliasItem = {
  readonly path: string
  /** The path of the object to which the alias redirects. */
  readonly 'redirect-to': string
  /** The creation time of the alias in UTC (ISO 8601), or null if it is unknown. */
  readonly datetime: string | null
  /**
   * Whether an editor created the alias. The value is false if the service created it when the object was renamed or
   * moved.
   */
  readonly manual: boolean
}

/** The response to `POST` and `DELETE {path}/@aliases` if some addresses were refused. */
export type FailedAliases = {
  readonly type: 'error'
  /** The refused addresses, exactly as in the request. */
  readonly failed: readonly string[]
}
