import type { Refusal, RefusalPayload } from '@plenum/core/answers'

/** A refused request (docs/http-answers.md, Shapes of errors). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** The type of the refusal, such as `NotFound`. `UnexpectedResponse` if the response is not a refusal of Plenum. */
  readonly type: string
  /** The details, such as the refused values in `errors`, or the `blockers` of a transition. */
  readonly details: Partial<Refusal> & Pick<RefusalPayload, 'blockers'>
  /** The id under which the log of the service records the request. Null if it is unknown. */
  readonly requestId: string | null
  /** The number of seconds after which the client may try again. Null if the response does not contain it. */
  readonly retryAfter: number | null

  constructor({ status, statusText, headers }: Response, body: unknown) {
    const { error, ...others } = asRefusal(body)
    const details = { ...others, ...error }
    super(details.message ?? `The response has the status ${status} ${statusText}`.trim())
    this.status = status
    this.type = details.type ?? 'UnexpectedResponse'
    this.details = details
    this.requestId = details.request_id ?? headers.get('x-request-id')
    this.retryAfter = secondsIn(headers.get('retry-after'))
  }
}

const isRefusal = (body: unknown): body is RefusalPayload =>
  typeof body === 'object' && body !== null && ('type' in body || 'error' in body)

const asRefusal = (body: unknown): RefusalPayload => (isRefusal(body) ? body : {})

const secondsIn = (value: string | null): number | null => (value && /^\d+$/.test(value) ? Number(value) : null)
