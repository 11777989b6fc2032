import {
  type DomainError,
  type ErrorCode,
  type FieldProblem,
  type JsonObject,
  type JsonValue,
  message,
  pythonRepr,
  type Translate,
  urlOf,
} from '@plenum/core'
import type { Reply } from '../exchange/reply.js'

interface ErrorForm {
  readonly status: number
  readonly type: string
  /**
   * The format of the body: `flat` contains the type, message and context at the top level, `bare` omits the context,
   * `wrapped` contains the type and message under `error`, and `none` has no body.
   */
  readonly shape: 'flat' | 'wrapped' | 'bare' | 'none'
}

/**
 * The status, type and body format of the response for each error code. The code does not compile if an error code has
 * no row (docs/http-answers.md, Shapes of errors).
 */
const forms: Readonly<Record<ErrorCode, ErrorForm>> = {
  'not-found': { status: 404, type: 'NotFound', shape: 'flat' },
  // Usually, this error results in a redirect. This row applies if the new URL is unknown.
  moved: { status: 404, type: 'NotFound', shape: 'flat' },
  unauthorized: { status: 401, type: 'Unauthorized', shape: 'flat' },
  forbidden: { status: 403, type: 'Forbidden', shape: 'wrapped' },
  denied: { status: 403, type: 'Forbidden', shape: 'none' },
  locked: { status: 423, type: 'ResourceLockedError', shape: 'flat' },
  'bad-request': { status: 400, type: 'BadRequest', shape: 'flat' },
  'invalid-fields': { status: 400, type: 'BadRequest', shape: 'flat' },
  'invalid-dates': { status: 400, type: 'Bad Request', shape: 'wrapped' },
  'workflow-refused': { status: 400, type: 'WorkflowException', shape: 'wrapped' },
  'transition-missing': { status: 400, type: 'BadRequest', shape: 'wrapped' },
  // The two types appear to be swapped, but Plone uses them in this way (docs/http-answers.md, Shapes of errors).
  'incomplete-user': { status: 400, type: 'WrongParameterError', shape: 'wrapped' },
  'invalid-user': { status: 400, type: 'MissingParameterError', shape: 'wrapped' },
  'incomplete-login': { status: 400, type: 'Missing credentials', shape: 'wrapped' },
  'wrong-login': { status: 401, type: 'Invalid credentials', shape: 'wrapped' },
  'wrong-token': { status: 401, type: 'Invalid or expired authentication token', shape: 'wrapped' },
  'wrong-password': { status: 403, type: 'Wrong password', shape: 'wrapped' },
  'wrong-reset-token': { status: 403, type: 'Unknown Token', shape: 'wrapped' },
  'vocabulary-missing': { status: 404, type: 'Not Found', shape: 'wrapped' },
  'type-missing': { status: 404, type: 'NotFound', shape: 'bare' },
  'bad-filter': { status: 400, type: 'Invalid parameters', shape: 'wrapped' },
  'bad-range': { status: 416, type: 'RangeNotSatisfiable', shape: 'flat' },
  'already-voted': { status: 403, type: 'AlreadyVoted', shape: 'wrapped' },
  'bad-vote': { status: 400, type: 'BadRequest', shape: 'wrapped' },
  // For all other missing permissions, the status is 401 (docs/polls.md, Voting, rule 4).
  'may-not-vote': { status: 403, type: 'Forbidden', shape: 'flat' },
  'poll-closed': { status: 403, type: 'PollClosed', shape: 'wrapped' },
  'poll-not-open': { status: 403, type: 'PollNotOpen', shape: 'wrapped' },
  'too-many-requests': { status: 429, type: 'TooManyRequests', shape: 'flat' },
  'too-large': { status: 413, type: 'RequestEntityTooLarge', shape: 'flat' },
  'uri-too-long': { status: 414, type: 'RequestURITooLong', shape: 'flat' },
  'unsupported-media-type': { status: 415, type: 'UnsupportedMediaType', shape: 'flat' },
  'foreign-origin': { status: 403, type: 'Forbidden', shape: 'flat' },
  'precondition-failed': { status: 412, type: 'PreconditionFailed', shape: 'flat' },
  'request-timeout': { status: 408, type: 'RequestTimeout', shape: 'flat' },
  busy: { status: 503, type: 'ServiceUnavailable', shape: 'flat' },
  'store-unavailable': { status: 503, type: 'ServiceUnavailable', shape: 'flat' },
  'outcome-unknown': { status: 503, type: 'OutcomeUnknown', shape: 'flat' },
  conflict: { status: 409, type: 'Conflict', shape: 'flat' },
  'changes-expired': { status: 410, type: 'Gone', shape: 'flat' },
}

export const refusalTypes: readonly (readonly [status: number, type: string])[] = Object.values(forms).map(
  ({ status, type }) => [status, type],
)

export interface ErrorContext {
  readonly base: string
  readonly translate: Translate
  readonly requestId: string
}

const translatedProblems = (
  problems: readonly FieldProblem[],
  translate: Translate,
): readonly { field: string | null; message: string }[] =>
  problems.map(({ field, message: text }) => ({ field, message: translate(text) }))

/**
 * Creates the response to a refusal. If the service is responsible for the error, the body contains the request id (see
 * `internalErrorReply`).
 */
export function errorReply(error: DomainError, { base, translate, requestId }: ErrorContext): Reply {
  const { status, type, shape } = forms[error.code]
  if (shape === 'none') return { kind: 'json', status, body: null }
  if (shape === 'bare') return { kind: 'json', status, body: { type, message: translate(error.reason) } }
  const problems = translatedProblems(error.details.problems ?? [], translate)
  const isValidation = error.code === 'invalid-fields' || error.code === 'invalid-dates'
  const text = isValidation ? pythonRepr(problems) : translate(error.reason)
  const errors: JsonObject = { ...(problems.length > 0 ? { errors: problems } : {}), ...rowErrors(error, translate) }
  const context = error.details.context ?? null
  const trace: JsonObject = status >= 500 ? { request_id: requestId } : {}
  const body: JsonValue =
    shape === 'wrapped'
      ? { error: { type, message: text, ...errors }, ...blockersIn(error) }
      : {
          type,
          message: text,
          context: context === null ? null : urlOf(base, context),
          ...errors,
          ...restartIn(error),
          ...trace,
        }
  return { kind: 'json', status, body, ...headersOf(error) }
}

const blockersIn = ({ details: { blockers } }: DomainError): JsonObject => (blockers ? { blockers } : {})

const restartIn = ({ details: { restart } }: DomainError): JsonObject => (restart === undefined ? {} : { restart })

/** Returns the errors in the rows of a list, in Plone's format. */
function rowErrors({ details: { rows = [] } }: DomainError, translate: Translate): JsonObject {
  if (rows.length === 0) return {}
  return {
    csv_errors: rows.map(({ line, text, message }) => ({ line_number: line, line: text, message: translate(message) })),
  }
}

function headersOf({ details: { retryAfter, size } }: DomainError): Pick<Reply, 'headers'> {
  if (size !== undefined) return { headers: { 'Content-Range': `bytes */${size}` } }
  return retryAfter ? { headers: { 'Retry-After': String(retryAfter) } } : {}
}

/**
 * Creates the response to an internal error. The body does not reveal the cause, but contains the request id under
 * which the log reports it (docs/http-answers.md, Statuses, rule 3).
 */
export function internalErrorReply({ translate, requestId }: ErrorContext): Reply {
  const body = {
    type: 'InternalError',
    message: translate(message('internal.error', { id: requestId })),
    context: null,
    request_id: requestId,
  }
  return { kind: 'json', status: 500, body }
}
