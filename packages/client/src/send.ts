import { ApiError } from './apiError.js'
import type { ResponseCache } from './responseCache.js'

/** Options for a single request. */
export interface CallOptions {
  /** The signal that aborts the request. The promise then rejects with the abort reason of the signal. */
  readonly signal?: AbortSignal
  /**
   * The language tag for titles and messages, such as `de`. It is ignored unless the site allows requests to choose the
   * language.
   */
  readonly language?: string
  /**
   * The expected ETag of the object to change (see `Client.etagOf`). If the object has a different ETag, the service
   * refuses the request with status 412.
   */
  readonly ifMatch?: string | null
  /** The lock token of the object to change. */
  readonly lockToken?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface SendOptions extends CallOptions {
  /** The ETag of a stored response. If the ETag is still current, the service responds with status 304 and no body. */
  readonly ifNoneMatch?: string
  /** A value to send as JSON, or a `FormData`, `Blob` or `URLSearchParams` object. */
  readonly body?: unknown
}

export interface ApiResponse<Body> {
  readonly status: number
  /** The parsed JSON, a Blob for files, or null for an empty body. */
  readonly body: Body
  readonly etag: string | null
  readonly headers: Headers
}

export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | Blob | FormData | URLSearchParams | null
  readonly signal: AbortSignal | undefined
}

export interface Transport {
  /** Returns the value of the `Authorization` header, or null if no user is logged in. */
  readonly authorization: () => Promise<string | null>
  readonly fetch: (request: OutgoingRequest) => Promise<Response>
  readonly cache: ResponseCache
  readonly language: string | undefined
}

/** Sends a request and reads the response. Throws an ApiError if the request is refused. */
export async function send(
  { authorization, fetch, cache, language }: Transport,
  method: string,
  url: string,
  options: SendOptions = {},
): Promise<ApiResponse<unknown>> {
  const headers = headersOf({ language, ...options }, await authorization())
  const body = bodyOf(options.body)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const key = JSON.stringify([url, ...headers])
  const copy = method === 'GET' && options.ifNoneMatch === undefined ? cache.get(key) : undefined
  if (copy) headers.set('if-none-match', copy.etag)
  const response = await fetch({ method, url, headers, body, signal: options.signal })
  if (response.status === 304) return responseOf(response, copy ? JSON.parse(copy.text) : null)
  await checked(response)
  if (!isJson(response)) return responseOf(response, await readFile(response))
  const text = await response.text()
  const etag = response.headers.get('etag')
  if (method === 'GET' && etag !== null) cache.set(key, { etag, text })
  return responseOf(response, jsonIn(text))
}

/** Returns the response if its status is 2xx, and otherwise throws an `ApiError`. */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiError(response, isJson(response) ? await response.json().catch(() => null) : null)
}

const responseOf = (response: Response, body: unknown): ApiResponse<unknown> => ({
  status: response.status,
  body,
  etag: response.headers.get('etag'),
  headers: response.headers,
})

function headersOf(options: SendOptions, authorization: string | null): Headers {
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  const optional = {
    authorization,
    'accept-language': options.language,
    'if-match': options.ifMatch,
    'if-none-match': options.ifNoneMatch,
    'lock-token': options.lockToken,
  }
  for (const [name, value] of Object.entries(optional)) if (value) headers.set(name, value)
  return headers
}

const plainBodies = () => [Blob, FormData, URLSearchParams] as const

function bodyOf(body: unknown): OutgoingRequest['body'] {
  if (body === undefined || body === null) return null
  for (const type of plainBodies()) if (body instanceof type) return body
  return JSON.stringify(body)
}

const isJson = ({ headers }: Response): boolean => /[/+]json\b/.test(headers.get('content-type') ?? '')

const jsonIn = (text: string): unknown => (text === '' ? null : JSON.parse(text))

async function readFile(response: Response): Promise<Blob | null> {
  const blob = await response.blob()
  return blob.size === 0 && response.headers.get('content-type') === null ? null : blob
}
