import type { Refusal, RefusalPayload } from '@plenum/core/answers'

/** The error for a request that the service refused (docs/http-answers.md, Shapes of errors). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /**
   * The type of the refusal, such as `NotFound`, or `UnexpectedResponse` if the response does not have the form of a
   * refusal.
   */
  readonly type: string
  /** Details such as the invalid values in `errors` or the `blockers` of a transition. */
  readonly details: Partial<Refusal> & Pick<RefusalPayload, 'blockers'>
  /** The id of the request in the log of the service, or null if the response does not contain it. */
  readonly requestId: string | null
  /** The number of seconds after which the client may try again, or null if the response does not specify it. */
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
