import type { RedisNodes } from './connection/redisNodes.js'
import type { Envelope } from './encoding/envelope.js'
import type { Keys } from './keys.js'
import type { Tokens } from './tokens.js'

export interface RedisStoreOptions {
  readonly nodes: RedisNodes
  readonly prefix: string
  /**
   * The name of the value format. It is part of the keys, so that programs that use different formats use different
   * keys.
   */
  readonly form: string
  /** The maximum size of a stored value in bytes, including the envelope. */
  readonly maxSize: number
  /** The maximum duration of a request to the server, in seconds. */
  readonly timeout: number
  /** The secret for signing values. Values that were not signed with this secret are rejected. */
  readonly secret?: string
  /** The minimum size, in bytes, at which values are compressed. If it is omitted, values are never compressed. */
  readonly compressFrom?: number
}

export interface Store extends RedisStoreOptions {
  readonly keys: Keys
  readonly envelope: Envelope
  readonly tokens: Tokens
  /** The functions whose tokens are being created. */
  readonly offering: Set<string>
  /**
   * Limits `task` to a number of milliseconds, by default to the timeout of a request. Rejects with a DeadlineError
   * after this time.
   */
  within<T>(task: Promise<T>, milliseconds?: number): Promise<T>
}
