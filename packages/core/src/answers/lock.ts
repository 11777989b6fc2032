/**
 * The `lock` of an object, and the response to `@lock` requests (docs/content-and-access.md, Locks). The payload is
 * `{}` if the type cannot be locked, and `{locked: false, stealable: true}` if the object is not locked.
 */
export type LockPayload = {
  readonly locked?: boolean
  /** Whether the caller can release the lock. */
  readonly stealable?: boolean
  /** The id of the user who holds the lock. */
  readonly creator?: string
  readonly creator_name?: string
  readonly creator_url?: string
  /** The time when the lock was acquired, in UTC (ISO 8601). `time` is the same time in seconds since 1970. */
  readonly created?: string
  readonly time?: number
  /** The lifetime of the lock in seconds. */
  readonly timeout?: number
  readonly name?: string
  /** The lock token. The key is included only for the holder of the lock and for callers who can modify the object. */
  readonly token?: string
}
