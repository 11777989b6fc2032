import type { Answer } from './answers.js'
import type { HostileRequest } from './grammar.js'

/** Patterns that no answer may contain: stack traces, file names, messages of the database. */
const leaks = [/\\n {2,}at \S/, /node_modules/, /node:internal/, /SqliteError|SQLITE_/, /\b(?:TypeError|RangeError):/]

const emptyByDesign = new Set([204, 301, 302, 304, 307, 308])

/** The problem of an answer; undefined when it is correct. `machine` has paths that no answer may contain. */
export function answerProblem(
  request: HostileRequest,
  { status, headers, body }: Answer,
  machine: readonly string[],
): string | undefined {
  if (status < 200 || status > 599 || (status >= 500 && status !== 503)) return `status ${status}`
  // The HTTP parser of Node itself answers requests that it cannot parse.
  if (request.isWhole && !headers.has('x-request-id')) return 'no X-Request-Id'
  if (request.method === 'HEAD') return body.length > 0 ? 'a body for HEAD' : undefined
  if (emptyByDesign.has(status)) return body.length > 0 ? `a body with ${status}` : undefined
  if (status === 200 && headers.has('content-disposition')) return undefined
  return problemOfJson(status, headers.get('content-type'), body) ?? leakIn(body, machine)
}

function problemOfJson(status: number, type: string | undefined, body: Buffer): string | undefined {
  if (type !== 'application/json') return `Content-Type ${type}`
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return status >= 400 && !isError(status, value) ? 'an error of neither shape' : undefined
  } catch (error) {
    return `no JSON: ${error}`
  }
}

/** Whether a body has shape A or B, or is null with status 403 (docs/http-answers.md, Shapes of errors). */
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
