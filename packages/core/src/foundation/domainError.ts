import { type Message, wordInEnglish } from './messages.js'

/**
 * Why an operation was refused. The list is complete. An adapter maps codes to its statuses in a `Record` over this
 * type, so a new code does not compile until every adapter handles it.
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

/** What is wrong with one value of a request; `field` is null when the problem concerns several fields together. */
export interface FieldProblem {
  readonly field: string | null
  readonly message: Message
}

/** Further data of a refusal, for the adapter. */
export interface ErrorDetails {
  /** Path of the object that the error is about. Null when even the existence of the site must stay unknown. */
  readonly context?: string | null
  readonly problems?: readonly FieldProblem[]
  /** Where an address leads: the path of now, or the URL of another site; only of `moved`. */
  readonly movedTo?: string
  /** Bytes of the file; only of `bad-range`. */
  readonly size?: number
  /** Seconds until the client may retry; with the codes `too-many-requests`, `busy` and `store-unavailable`. */
  readonly retryAfter?: number
}

/**
 * How core refuses a request. `message` is the English text; an adapter translates `wording` into other languages.
 *
 * @example
 * throw new DomainError('bad-request', message('zone.unknown', { zone: 'Mars' }))
 * // error.code: 'bad-request', error.message: 'There is no time zone named Mars.'
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly code: ErrorCode,
    readonly wording: Message,
    readonly details: ErrorDetails = {},
    /** `cause` is only for the log; clients never see it. */
    options: ErrorOptions = {},
  ) {
    super(wordInEnglish(wording), options)
  }
}
