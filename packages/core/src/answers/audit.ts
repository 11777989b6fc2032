import type { JsonObject } from '../foundation/json.js'

/** The response to `GET /@audit`: the administrative changes, newest first (docs/audit.md). */
export type AuditPayload = {
  readonly '@id': string
  readonly items: readonly AuditEntry[]
  /** The URL of the batch with older entries, or null if there are no older entries. */
  readonly next: string | null
}

/** An administrative change. */
export type AuditEntry = {
  /** The position of the change in the change feed. */
  readonly position: number
  /** The kind of the change: `sharing`, `people`, `settings`, `types`, `import` or `invalidation`. */
  readonly kind: string
  readonly time: string
  /** The id of the user who made the change, or null if a visitor or Plenum itself made the change. */
  readonly actor: string | null
  /**
   * The URL of the changed object. Like `path` and `UID`, it is omitted if the change does not concern a single object.
   */
  readonly '@id'?: string
  readonly path?: string
  readonly UID?: string
  /** The changed values, or null if they are unknown (docs/change-feed.md, Details). */
  readonly details: JsonObject | null
}
