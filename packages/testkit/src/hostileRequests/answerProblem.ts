import type { Answer } from './answers.js'
import type { HostileRequest } from './grammar.js'

/** Patterns that must not occur in any response: stack traces, file names and database messages. */
const leaks = [/\\n {2,}at \S/, /node_modules/, /node:internal/, /SqliteError|SQLITE_/, /\b(?:TypeError|RangeError):/]

const emptyByDesign = new Set([204, 301, 302, 304, 307, 308])

/**
 * Returns a description of the first error in the response, or undefined if the response is correct. `machine` contains
 * paths of this computer that must not occur in any response.
 */
export function answerProblem(
  request: HostileRequest,
  { status, headers, body }: Answer,
  machine: readonly string[],
): string | undefined {
  if (status < 200 || status > 599 || (status >= 500 && status !== 503)) return `status ${status}`
  // If the HTTP parser refuses a request, Node sends the response, which contains no X-Request-Id.
  if (request.isWhole && !headers.has('x-request-id')) return 'no X-Request-Id'
  // An old path redirects to the new path before the form is checked. The request for the new path is then refused.
  if (request.isForm && status === 307 && leadsToOtherSite(headers)) return 'leads to another site'
  if (request.isRefused && status < 400 && status !== 307) return `a form that had to be refused was done: ${status}`
  if (request.isForm && status === 303) return leadsToOtherSite(headers) ? 'leads to another site' : undefined
  if (request.method === 'HEAD') return body.length > 0 ? 'a body for HEAD' : undefined
  if (emptyByDesign.has(status)) return body.length > 0 ? `a body with ${status}` : undefined
  const isFile = status === 200 || (status === 206 && headers.has('content-range'))
  const type = headers.get('content-type')
  const disposition = headers.get('content-disposition')
  if (isFile && disposition !== undefined) return isShown(disposition) && !isPicture(type) ? `shows ${type}` : undefined
  if (type === html && (request.isForm || isOfViewer(request) || requestsHtml(request)))
    return problemOfPage(headers, body.toString()) ?? leakIn(body, machine)
  // The route is checked instead of the path, because a hostile path may contain a type name in a route without a type.
  const pattern = request.route.startsWith('GET @types') ? schemaOfType : anything
  if (type !== json && !(status === 200 && type === pattern.mediaType)) return `Content-Type ${type}`
  return problemOfJson(status, body, pattern) ?? leakIn(body, machine)
}

/**
 * Whether a browser displays a file instead of saving it, according to the Content-Disposition header of the response.
 * Uploads must never run as a page of the site, so only images may be displayed.
 */
const isShown = (disposition: string): boolean => !/^attachment(?:;|$)/.test(disposition)

const isPicture = (type: string | undefined): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)$/.test(type ?? '')

const leadsToOtherSite = (headers: Answer['headers']): boolean =>
  !/^http:\/\/site\.example(?:\/|$)/.test(headers.get('location') ?? '')

const json = 'application/json'
const html = 'text/html; charset=utf-8'

/**
 * Whether the `Accept` header of the request contains HTML or excludes JSON with `q=0`, so that the response is a page.
 */
const requestsHtml = ({ bytes }: HostileRequest): boolean =>
  bytes
    .toString('latin1')
    .toLowerCase()
    .split('\r\n')
    .some(line => line.startsWith('accept:') && (line.includes('text/html') || line.includes(`${json};q=0`)))

/** Whether the request is for the viewer of the OpenAPI document, which is a page regardless of the `Accept` header. */
const isOfViewer = ({ route }: HostileRequest): boolean => route.startsWith('GET @docs')

const ours = [' type="module" src="', ' type="application/ld+json">']

/**
 * Returns the problem with a page, or undefined if the page is correct. A page must have a content security policy, and
 * may contain only scripts from Plenum (docs/pages.md).
 */
function problemOfPage(headers: Answer['headers'], text: string): string | undefined {
  if (!text.startsWith('<!doctype html>')) return 'no page'
  if (!headers.has('content-security-policy')) return 'a page without a policy'
  const [, ...scripts] = text.toLowerCase().split('<script')
  return scripts.every(script => ours.some(begin => script.startsWith(begin))) ? undefined : 'a script of others'
}

/**
 * The expected formats of JSON responses: `schemaOfType` for the schema of a type, and `anything` for all other
 * responses. If the type name in the URL is empty, the response is the list of types (docs/content-and-access.md,
 * Schemas of types, rule 2).
 */
const schemaOfType = { mediaType: 'application/json+schema', isBare: true }
const anything = { mediaType: json, isBare: false }

function problemOfJson(status: number, body: Buffer, { isBare }: { readonly isBare: boolean }): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    const isRight = status < 400 || isError(status, value) || (isBare && status === 404 && isWorded(Object(value)))
    return isRight ? undefined : 'an error of neither shape'
  } catch (error) {
    return `no JSON: ${error}`
  }
}

/**
 * Whether the body is an error in shape A or B, or is null with the status 403 (docs/http-answers.md, Shapes of
 * errors).
 */
function isError(status: number, value: unknown): boolean {
  if (value === null) return status === 403
  const { error, ...flat } = value as { error?: object }
  return error === undefined ? isWorded(flat) && 'context' in flat : isWorded(error)
}

const isWorded = (value: object): boolean =>
  'type' in value && typeof value.type === 'string' && 'message' in value && typeof value.message === 'string'

function leakIn(body: Buffer, machine: readonly string[]): string | undefined {
  const text = body.toString()
  const leak = leaks.find(form => form.test(text))?.source ?? machine.find(path => text.includes(path))
  return leak && `the answer tells ${leak}`
}
