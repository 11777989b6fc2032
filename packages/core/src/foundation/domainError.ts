import { type Message, translateEnglish } from './messages.js'

/**
 * All reasons for refusing an operation. Adapters map codes to their statuses in a `Record` over this type, so a new
 * code does not compile until every adapter handles it.
 */
export type ErrorCode =
  | 'not-found'
  | 'moved'
  | 'unauthorized'
  | 'forbidden'
  | 'denied'
  | 'locked'
  | 'bad-request'
  | 'invalid-fields'
  | 'workflow-refused'
  | 'transition-missing'
  | 'invalid-user'
  | 'incomplete-user'
  | 'incomplete-login'
  | 'wrong-login'
  | 'wrong-token'
  | 'wrong-password'
  | 'wrong-reset-token'
  | 'vocabulary-missing'
  | 'type-missing'
  | 'bad-filter'
  | 'bad-range'
  | 'already-voted'
  | 'bad-vote'
  | 'may-not-vote'
  | 'poll-closed'
  | 'poll-not-open'
  | 'too-many-requests'
  | 'too-large'
  | 'uri-too-long'
  | 'unsupported-media-type'
  | 'foreign-origin'
  | 'precondition-failed'
  | 'request-timeout'
  | 'busy'
  | 'store-unavailable'
  | 'outcome-unknown'
  | 'conflict'

/** A problem with one value of a request; `field` is null if the problem concerns several fields together. */
export interface FieldProblem {
  readonly field: string | null
  readonly message: Message
}

/** Additional data about an error, for the adapter. */
export interface ErrorDetails {
  /** Path of the object that the error is about. Null if not even the existence of the site may be disclosed. */
  readonly context?: string | null
  readonly problems?: readonly FieldProblem[]
  /** Redirect target: the current path, or a URL of another site; only with `moved`. */
  readonly movedTo?: string
  /** File size in bytes; only with `bad-range`. */
  readonly size?: number
  /** Seconds until the client may retry; only with `too-many-requests`, `busy` and `store-unavailable`. */
  readonly retryAfter?: number
}

/**
 * Thrown by core to refuse a request. `message` is the English text; adapters translate `reason` into other languages.
 *
 * @example
 * throw new DomainError('bad-request', message('zone.unknown', { zone: 'Mars' }))
 * // error.code: 'bad-request', error.message: 'There is no time zone named Mars.'
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly code: ErrorCode,
    readonly reason: Message,
    readonly details: ErrorDetails = {},
    /** `cause` is only for the log; clients never see it. */
    options: ErrorOptions = {},
  ) {
    super(translateEnglish(reason), options)
  }
}
