import { type Message, wordInEnglish } from './messages.js'

/**
 * Why an operation was refused. The set is closed: an adapter that maps codes to its own statuses does so
 * exhaustively, and a new code does not compile until every adapter knows it.
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
  | 'conflict'

/** One fault of a value that was sent: `field` is null when the fault lies between several fields. */
export interface FieldProblem {
  readonly field: string | null
  readonly message: Message
}

export interface ErrorDetails {
  /** Path of the object that the error is about, as far as it may be named to anyone; null when not even the site may. */
  readonly context?: string | null
  readonly problems?: readonly FieldProblem[]
  /** Where an address leads: the path of now, or the URL of another site; only of `moved`. */
  readonly movedTo?: string
  /** Seconds after which the same may be asked again; of `too-many-requests`, `busy` and `store-unavailable`. */
  readonly retryAfter?: number
}

/** The one class that core throws. `message` is worded in English; `wording` lets an edge word it in any language. */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly code: ErrorCode,
    readonly wording: Message,
    readonly details: ErrorDetails = {},
    /** The cause is for the log: nobody who asks is told of it. */
    options: ErrorOptions = {},
  ) {
    super(wordInEnglish(wording), options)
  }
}
