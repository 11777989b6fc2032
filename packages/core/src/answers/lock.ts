/**
 * The `lock` of an object, and the responses to requests for `@lock` (docs/content-and-access.md, Locks). Empty for a
 * type without locks; `{locked: false, stealable: true}` if nobody is editing the object.
 */
export type LockPayload = {
  readonly locked?: boolean
  /** Whether the caller may release the lock. */
  readonly stealable?: boolean
  /** The id of the user who holds the lock. */
  readonly creator?: string
  readonly creator_name?: string
  readonly creator_url?: string
  /** The time when the lock was acquired, as ISO 8601 in UTC; `time` is the same time in seconds since 1970. */
  readonly created?: string
  readonly time?: number
  /** The lifetime of the lock in seconds. */
  readonly timeout?: number
  readonly name?: string
  /** Present only for the holder of the lock, and for callers who may modify the object. */
  readonly token?: string
}
