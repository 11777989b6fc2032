import { ApiError } from './apiError.js'
import type { ResponseCache } from './responseCache.js'

/** Options of a single request. */
export interface CallOptions {
  /** Aborts the request. The promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /** The tag of the language of titles and messages, if the site lets requests choose the language. */
  readonly language?: string
  /** The ETag of the object that the request changes (see `Client.etagOf`). Another revision is refused with 412. */
  readonly ifMatch?: string | null
  /** The token of the lock of the object that the request changes. */
  readonly lockToken?: string
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface SendOptions extends CallOptions {
  /** The ETag of a response that the caller has stored. If it is current, the response has the status 304 and no body. */
  readonly ifNoneMatch?: string
  /** A value for JSON, or a FormData, Blob or URLSearchParams. */
  readonly body?: unknown
}

/** A successful response. */
export interface ApiResponse<Body> {
  readonly status: number
  /** JSON, a Blob for files, or null for an empty body. */
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
  /** Returns the Authorization header. Null for visitors. */
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

/** Returns a successful response. Throws an ApiError for any other response. */
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
