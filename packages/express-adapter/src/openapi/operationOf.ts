import type { JsonObject } from '@plenum/core'
import type { DocumentedRoute, RouteDescription } from '../exchange/documentedRoute.js'
import type { DocumentedPath } from './pathsOf.js'
import { queryParameters } from './queryParameters.js'
import { refusalsOf } from './refusals.js'
import { responsesOf } from './responsesOf.js'
import { answers, bodies } from './serviceSchemas.js'

type Description = Required<Pick<RouteDescription, 'query' | 'answers'>> &
  Pick<RouteDescription, 'body' | 'bodyTypes' | 'parameters'>

export function operationOf(route: DocumentedRoute, path: DocumentedPath): JsonObject {
  const {
    query,
    body,
    bodyTypes = ['application/json'],
    parameters = {},
    answers: described,
  } = route.description ? ownDescription(route.description) : serviceDescription(route)
  const { method, isConditional, operation } = route
  const refusals = refusalsOf({ method, isConditional, hasBody: body !== undefined, own: path.refusals })
  return {
    operationId: operationIdOf(route, path),
    summary: path.summary,
    ...(path.permission === null ? {} : { description: `Permission: ${path.permission}` }),
    tags: [tagOf(path)],
    ...(operation === null ? {} : { 'x-operation': operation }),
    parameters: [...pathParameters(path, parameters), ...queryOf(query), ...headersOf(route)],
    ...(body === undefined
      ? {}
      : { requestBody: { content: Object.fromEntries(bodyTypes.map(type => [type, { schema: body }])) } }),
    responses: { ...responsesOf(route, described), ...redirectsOf(method), ...refusals },
  }
}

const ownDescription = ({ query = {}, ...description }: RouteDescription): Description => ({ query, ...description })

const contentBodies: Readonly<Record<string, JsonObject>> = {
  POST: { $ref: '#/components/schemas/NewContent' },
  PATCH: { $ref: '#/components/schemas/ContentChanges' },
}

/**
 * Returns the description of a route. An application's route without a description is documented as returning any JSON.
 */
function serviceDescription({ address }: DocumentedRoute): Description {
  const parameters: Readonly<Record<string, Readonly<Record<string, string>>>> = queryParameters
  const body = contentBodies[address] ?? bodies[address]
  return {
    query: parameters[address] ?? {},
    answers: answers[address] ?? { 200: {} },
    ...(body && body.type !== 'null' ? { body } : {}),
  }
}

/** Returns an operation id, such as `get_search` or `post_workflow_transition`. */
function operationIdOf({ method }: DocumentedRoute, { template }: DocumentedPath): string {
  const name = template
    .replace(/^\/\{path\}/, '')
    .replace(/@@/g, 'page_')
    .replace(/[^A-Za-z0-9]+/g, '_')
  return `${method.toLowerCase()}_${name.replace(/^_|_$/g, '') || 'content'}`
}

/** Returns the OpenAPI tag of a path: the service name in the path, or `content` if there is none. */
const tagOf = ({ template }: DocumentedPath): string => /@@?[\w.-]+/.exec(template)?.[0] ?? 'content'

function pathParameters(
  { template }: DocumentedPath,
  schemas: Readonly<Record<string, JsonObject>>,
): readonly JsonObject[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...schemas[name] },
  }))
}

const queryOf = (query: Readonly<Record<string, string>>): readonly JsonObject[] =>
  Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: schemaOfParameter(name),
  }))

const schemaOfParameter = (name: string): JsonObject =>
  /^b_|^limit$/.test(name) ? { type: 'integer' } : { type: 'string' }

const headersOf = ({ method, isConditional, address }: DocumentedRoute): readonly JsonObject[] => [
  ...(method === 'GET' ? [header('If-None-Match', 'The ETag of the response that the client has cached.')] : []),
  ...(isConditional ? [header('If-Match', 'The ETag of the object. Other revisions are refused with 412.')] : []),
  ...(address === 'PATCH'
    ? [
        header('Prefer', 'With `return=representation`, the response contains the object.'),
        header('Lock-Token', 'The token of the lock of the object.'),
      ]
    : []),
]

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

/**
 * Returns the 3xx responses of an operation. The old URL of a moved object redirects to its new URL. The status of a
 * GET can also be 304.
 */
const redirectsOf = (method: string): JsonObject =>
  method === 'GET'
    ? { 302: moved, 304: { description: 'The client has cached the current response.' } }
    : { 307: moved }

const moved: JsonObject = {
  description: 'The object has been moved.',
  headers: { Location: { schema: { type: 'string' } } },
}
