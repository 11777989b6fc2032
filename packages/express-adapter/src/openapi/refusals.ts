import type { JsonObject } from '@plenum/core'
import { refusalTypes } from '../refusals/errors.js'

/** The error statuses that can occur for any request (docs/http.md, Every request). */
const ofEveryRequest = [400, 401, 404, 408, 409, 413, 414, 417, 429, 431, 500, 503] as const

/** The errors of the HTTP parser and the guards, which have no error code. */
const typesOfGuards: readonly (readonly [status: number, type: string])[] = [
  [417, 'ExpectationFailed'],
  [431, 'RequestHeaderFieldsTooLarge'],
  [500, 'InternalError'],
]

const names: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'The caller is not logged in, lacks the permission, or sent wrong credentials.',
  403: 'The request is forbidden.',
  404: 'The object or the endpoint does not exist.',
  408: 'The request arrived too slowly.',
  409: 'Other requests repeatedly changed the same objects.',
  410: 'The cursor has expired.',
  412: 'The object has a different revision.',
  413: 'The request body is too large.',
  414: 'The URL is too long.',
  415: 'The request body has an unsupported media type.',
  416: 'The file contains none of the requested bytes.',
  417: 'The server does not meet the expectation.',
  423: 'Another user has locked an object.',
  429: 'There were too many requests.',
  431: 'The headers are too long.',
  500: 'An internal error occurred.',
  503: 'The service is overloaded or cannot reach its database.',
}

interface RefusableRoute {
  readonly method: string
  readonly isConditional: boolean
  readonly hasBody: boolean
  readonly own: readonly number[]
}

export function refusalsOf({ method, isConditional, hasBody, own }: RefusableRoute): JsonObject {
  const statuses = new Set([
    ...ofEveryRequest,
    ...(method === 'GET' ? [] : [403]),
    ...(hasBody ? [415] : []),
    ...(isConditional ? [412] : []),
    ...own.filter(status => status in names),
  ])
  return Object.fromEntries([...statuses].sort().map(status => [status, { $ref: `#/components/responses/${status}` }]))
}

/** Returns all error responses, by status. The schema of each response contains the error types of the status. */
export const refusalResponses = (): JsonObject =>
  Object.fromEntries(
    Object.entries(names).map(([status, description]) => [
      status,
      {
        description,
        ...(status === '429' || status === '503' ? { headers: { 'Retry-After': { schema: { type: 'string' } } } } : {}),
        content: { 'application/json': { schema: refusalSchema(Number(status)) }, 'text/html': pageSchema },
      },
    ]),
  )

const pageSchema: JsonObject = { schema: { type: 'string' } }

function refusalSchema(status: number): JsonObject {
  const types = [...refusalTypes, ...typesOfGuards].flatMap(([of, type]) => (of === status ? [type] : []))
  const type = { type: { enum: [...new Set([...types, ...(status < 500 ? ['BadRequest'] : [])])] } }
  const base = { $ref: '#/components/schemas/Refusal' }
  const flat = { allOf: [base, { properties: type }] }
  const wrapped = {
    type: 'object',
    properties: { error: flat, blockers: { type: 'array', items: { $ref: '#/components/schemas/RefusalBlocker' } } },
    required: ['error'],
    additionalProperties: false,
  }
  return { anyOf: [flat, wrapped, ...(status === 403 ? [{ type: 'null' }] : [])] }
}
