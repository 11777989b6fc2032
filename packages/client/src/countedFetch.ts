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

function sendByStream(
  { method, url, headers, body, signal }: OutgoingRequest,
  { fetch, credentials, onProgress }: Counted,
): Promise<Response> {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : '')
  let sent = 0
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
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
  const init = { method, headers, body: stream, duplex: 'half', ...(credentials ? { credentials } : {}) }
  return fetch(url, { ...init, ...(signal ? { signal } : {}) })
}
