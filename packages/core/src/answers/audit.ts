import type { JsonObject } from '../foundation/json.js'

/** `GET /@audit`: the administrative changes, newest first (docs/audit.md). */
export type AuditPayload = {
  readonly '@id': string
  readonly items: readonly AuditEntry[]
  /** The URL of the page with the next older entries. Null if there are no older entries. */
  readonly next: string | null
}

/** An administrative change. */
export type AuditEntry = {
  /** The position in the change feed. */
  readonly position: number
  /** The kind of the change: `sharing`, `people`, `settings`, `types`, `import` or `invalidation`. */
  readonly kind: string
  readonly time: string
  /** The id of the user. Null for a visitor and for Plenum itself. */
  readonly actor: string | null
  /** The URL of the object. Absent, like `path` and `UID`, if the change does not concern a single object. */
  readonly '@id'?: string
  readonly path?: string
  readonly UID?: string
  /** The changed values (docs/change-feed.md, Details). Null if they are unknown. */
  readonly details: JsonObject | null
}
