import type { OutgoingRequest } from './send.js'
import type { Progress } from './uploads.js'

/** Whether browsers send cookies, as in the options of `fetch`. */
export type Credentials = 'omit' | 'same-origin' | 'include'

export type OnProgress = (progress: Progress) => void

interface Counted {
  readonly fetch: typeof fetch
  readonly credentials: Credentials | undefined
  readonly onProgress: OnProgress
}

/**
 * Sends a request and reports the upload progress. Browsers use XMLHttpRequest, and other runtimes use a request
 * stream.
 */
export const countedFetch = (request: OutgoingRequest, counted: Counted): Promise<Response> =>
  typeof XMLHttpRequest === 'function' ? sendByXhr(request, counted) : sendByStream(request, counted)

/** Uses XMLHttpRequest, because browsers do not report the upload progress of `fetch`. */
function sendByXhr(
  { method, url, headers, body, signal }: OutgoingRequest,
  { credentials, onProgress }: Counted,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    request.open(method, url)
    request.responseType = 'blob'
    request.withCredentials = credentials === 'include'
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new TypeError('The connection failed.'))
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean)
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return new Response([204, 205, 304].includes(status) ? null : request.response, { status, statusText, headers })
}

const partSize = 65_536

/** The maximum number of redirects that an upload follows, as in `fetch`. */
const maxRedirects = 20

/**
 * Sends the body as a stream. If the response is a redirect with status 307 or 308, for example from the old URL of a
 * moved object, sends the request again with a new stream, because `fetch` cannot read a stream twice. The progress
 * then restarts at 0. Throws a TypeError after too many redirects.
 */
async function sendByStream(request: OutgoingRequest, counted: Counted, redirects = 0): Promise<Response> {
  const { method, url, headers, body, signal } = request
  const { fetch, credentials, onProgress } = counted
  const stream = countedStream(new TextEncoder().encode(typeof body === 'string' ? body : ''), onProgress)
  const init = { method, headers, body: stream, duplex: 'half', redirect: 'manual' } as const
  const response = await fetch(url, { ...init, ...(credentials ? { credentials } : {}), ...(signal ? { signal } : {}) })
  const location = response.headers.get('location')
  if (location === null || ![307, 308].includes(response.status)) return response
  await response.body?.cancel()
  if (redirects === maxRedirects) throw new TypeError(`The upload to ${url} was redirected too many times.`)
  return sendByStream(atUrl(request, new URL(location, url)), counted, redirects + 1)
}

/** Returns the request with another URL. As with `fetch`, the token is not sent to another origin. */
function atUrl(request: OutgoingRequest, to: URL): OutgoingRequest {
  const headers = new Headers(request.headers)
  if (to.origin !== new URL(request.url).origin) headers.delete('authorization')
  return { ...request, headers, url: to.href }
}

function countedStream(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: OnProgress,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0
  return new ReadableStream(
    {
      pull: controller => {
        const part = bytes.subarray(sent, sent + partSize)
        sent += part.length
        if (part.length > 0) controller.enqueue(part)
        onProgress({ sent, total: bytes.length })
        if (sent === bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
