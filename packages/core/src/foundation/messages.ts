import { english } from './english.js'
import { isJsonObject, type JsonObject } from './json.js'
import { type Catalog, interpolate, type Message, messagesFrom, placeholder, wordInEnglish } from './message.js'

export type { Catalog, Message } from './message.js'

/**
 * Translates a message into one language. An id without a translation is returned unchanged, because English titles are
 * also used as ids.
 */
export type Translate = (message: Message) => string

/** Creates a message of `@plenum/core`. The compiler checks that the English catalog contains the id. */
export const message = messagesFrom(english)

/**
 * Creates a function that translates messages with a catalog and falls back to the English catalog. Unknown ids are
 * returned unchanged.
 */
export function translator(catalog: Catalog): Translate {
  // The patterns are in a Map, because titles that users choose are also used as message ids. In a plain object, a
  // title such as `constructor` would refer to an inherited member.
  const patterns = new Map(Object.entries({ ...english, ...catalog }))
  const translate: Translate = ({ id, values }) => interpolate(patterns.get(id) ?? id, values, translate)
  return translate
}

export const translateEnglish: Translate = translator({})

/** Returns the placeholders in a pattern, for example `{a}` and `{b}` in `{a} of {b}`. */
export const placeholdersIn = (pattern: string): ReadonlySet<string> => new Set(pattern.match(placeholder))

/**
 * Returns the problems in a translation catalog, one line per problem. Each line begins with the message id. Unknown
 * ids are allowed, because they can be the English titles of an application's types and workflows.
 */
export function problemsOfCatalog(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ['must be a JSON object that maps message ids to strings.']
  return Object.entries(value).flatMap(([id, pattern]) =>
    typeof pattern === 'string' && pattern !== ''
      ? placeholderProblems(id, pattern)
      : [`${id}: must be a string that is not empty.`],
  )
}

const patterns: ReadonlyMap<string, string> = new Map(Object.entries(english))

function placeholderProblems(id: string, pattern: string): readonly string[] {
  const expected = placeholdersIn(patterns.get(id) ?? id)
  const actual = placeholdersIn(pattern)
  return [
    ...[...expected]
      .filter(placeholder => !actual.has(placeholder))
      .map(placeholder => `${id}: lacks ${placeholder}, which the English text has.`),
    ...[...actual]
      .filter(placeholder => !expected.has(placeholder))
      .map(placeholder => `${id}: has ${placeholder}, which the English text lacks.`),
  ]
}

/**
 * The codes of all errors that refuse a request. Adapters map the codes to statuses in a `Record` over this type, so an
 * adapter that does not handle a new code does not compile.
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
  | 'invalid-dates'
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
  | 'changes-expired'

/** A problem with the values in a request. */
export interface FieldProblem {
  /** The field with the problem, or null if the problem concerns several fields. */
  readonly field: string | null
  /** The field next to which a form shows a problem that concerns several fields. */
  readonly shownAt?: string
  readonly message: Message
}

export interface RowProblem {
  readonly line: number
  /** An excerpt from the row, which helps users find the row in the file. */
  readonly text: string
  readonly message: Message
}

export interface ErrorDetails {
  /**
   * The path of the affected object, or null if the error concerns no object or must not disclose that the site exists.
   */
  readonly context?: string | null
  readonly problems?: readonly FieldProblem[]
  /** The reasons why a transition is refused (see `RefusalBlocker`). */
  readonly blockers?: readonly JsonObject[]
  /** The rejected rows of a CSV file. */
  readonly rows?: readonly RowProblem[]
  /** For the code `moved`, the redirect target: the current path or an external URL. */
  readonly movedTo?: string
  /** For the code `changes-expired`, the cursor after the newest event in the change feed. */
  readonly restart?: string
  /** For the code `bad-range`, the size of the file in bytes. */
  readonly size?: number
  /**
   * For the codes `too-many-requests`, `busy` and `store-unavailable`, the number of seconds until the client may
   * retry.
   */
  readonly retryAfter?: number
}

/**
 * An error that refuses a request. `message` is the English text, or the message id if the English text is unknown.
 * Adapters translate `reason` into other languages.
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
    /** The `cause` is only logged, and is never sent to clients. */
    options: ErrorOptions = {},
  ) {
    super(wordInEnglish(reason), options)
  }
}

export const badRequest = (...reason: Parameters<typeof message>): DomainError =>
  new DomainError('bad-request', message(...reason))

export type ReadResult<Values> = ({ readonly ok: true } & Values) | { readonly ok: false; readonly reason: Message }
