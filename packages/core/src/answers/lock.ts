/**
 * `lock` of an object, and the answers of `@lock` (docs/content-and-access.md, Locks). Empty for a type without locks;
 * `{locked: false, stealable: true}` when nobody edits the object.
 */
export type LockPayload = {
  readonly locked?: boolean
  /** Whether the caller may release the lock. */
  readonly stealable?: boolean
  /** Id of the user who holds the lock. */
  readonly creator?: string
  readonly creator_name?: string
  readonly creator_url?: string
  /** ISO 8601 in UTC; `time` is the same in seconds since 1970. */
  readonly created?: string
  readonly time?: number
  /** Lifetime of the lock in seconds. */
  readonly timeout?: number
  readonly name?: string
  /** Present only for the holder of the lock, and for callers who may modify the object. */
  readonly token?: string
}
