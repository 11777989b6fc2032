import {
  type AnswerOf,
  type InputOf,
  type JsonObject,
  type JsonValue,
  type OperationName,
  type PageBodies,
  type PageSubject,
  pageSubjects,
  type QueryParameters,
  queryInputs,
  type Resource,
  type RouteView,
  type Site,
} from '@plenum/core'
import type { AnySchemaObject } from 'ajv'
import type { ApiRequest } from './apiRequest.js'
import type { RouteDescription } from './documentedRoute.js'
import type { Exchange, OperationContext } from './exchange.js'
import { ok, type Payload, type Reply } from './reply.js'

/** The kinds of changes in `@audit` that requests can make (docs/audit.md). */
export type AuditedKind = 'sharing' | 'people' | 'settings' | 'invalidation'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface RouteOptions {
  readonly body: AnySchemaObject | null
  /** Whether an empty body is refused. If false, an empty body is treated as an empty object. */
  readonly isBodyRequired: boolean
  /**
   * Whether shared caches may store responses for visitors. If false, every response is private (docs/http-answers.md,
   * Caching).
   */
  readonly isShared: boolean
  /**
   * The names of the query parameters on which the response depends. A name such as `expand` includes dotted names
   * such as `expand.navigation`. Requests that differ only in other parameters share cached responses. If null,
   * responses are cached by the full query.
   */
  readonly parameters: readonly string[] | null
  /**
   * Whether functions of the route use properties that Express adds to requests and responses. If true, all requests
   * pass through Express and take longer.
   */
  readonly needsExpress: boolean
  /** The route for clients that send or prefer CSV, or null if there is no such route (docs/http-answers.md, CSV). */
  readonly csv: Route | null
  /**
   * The route for requests with the `dry_run` parameter, or null if there is no such route. The route reports the
   * effects of a change without making the change.
   */
  readonly dryRun: Route | null
  /** Whether the body is a CSV file instead of JSON. */
  readonly readsCsv: boolean
  /** The kind of audit event that the request adds, or null if the request adds no audit event. */
  readonly audited: AuditedKind | null
  readonly isConditional: boolean
  /** The description in the OpenAPI document, or null for the routes of the service, which `RouteAnswers` describes. */
  readonly description: RouteDescription | null
  /**
   * Prepares the response when the route matches, before any refusal, so that headers set here are also sent with
   * refusals.
   */
  begin(exchange: Exchange): void
}

export interface RoutesOptions {
  /** The application's routes, which take precedence over the routes of the service (see `route`). */
  readonly routes?: readonly Route[]
}

/** A row of the route table, which maps matching requests to an operation. */
export interface Route extends RouteOptions {
  /** The address as declared, for example `GET @history/*`. */
  readonly address: string
  readonly method: Method
  /** The `@name` of the service or page, or null if the route is for the content object itself. */
  readonly view: string | null
  /** The segments after the service name. `*` matches any segment. */
  readonly segments: readonly string[]
  /** Whether one more segment may follow `segments`. */
  readonly optionalSegment: boolean
  /** The name of the operation, which the site or the application defines. */
  readonly operation: string
  readonly answer: Answer<Reply>
  /** The page for clients that prefer HTML, or null if the route always returns JSON (docs/pages.md, URLs of pages). */
  readonly page: RoutePage | null
}

type Answer<Result> = (site: Site, context: OperationContext, request: ApiRequest) => Promise<Result>

export interface RoutePage {
  readonly view: RouteView
  readonly answer: Answer<Exclude<Reply, { kind: 'json' }> | SubjectReply>
}

interface SubjectReply {
  readonly kind: 'subject'
  readonly status: number
  readonly subject: PageSubject
}

type Unless<Fits, Part> = Fits extends true ? Partial<Part> : Part

type QueryInputs = typeof queryInputs

type DefaultInput<M extends Method, N extends OperationName> = M extends 'POST' | 'PATCH'
  ? JsonObject
  : N extends keyof QueryInputs
    ? ReturnType<QueryInputs[N]>
    : undefined

type BodyOf<V extends RouteView, Any extends JsonValue> = [V] extends [never] ? Any : PageBodies[V]

/**
 * The options of a route with the method `M`, the operation `N`, the page `V` and the JSON body `Body`. The reply may be
 * omitted if the operation returns `Sent`.
 */
export type Row<
  M extends Method,
  N extends OperationName,
  V extends RouteView,
  Sent extends JsonValue = Payload,
  Body extends JsonValue = JsonValue,
> = Partial<RouteOptions> & {
  /**
   * The page for clients that prefer HTML. The code does not compile if the payload types of the page and the reply
   * differ.
   */
  readonly page?: V
} & Unless<DefaultInput<M, N> extends InputOf<N> ? true : false, { input(request: ApiRequest): InputOf<N> }> &
  Unless<AnswerOf<N> extends BodyOf<V, Sent> ? true : false, { readonly reply: ReplyTo<N, BodyOf<V, Body>> }>

type ReplyTo<N extends OperationName, Body extends JsonValue> = (
  answer: AnswerOf<N>,
  request: ApiRequest,
) => Reply<Body> | Promise<Reply<Body>>

export type Rest<R> = Partial<R> extends R ? [row?: R] : [row: R]

/**
 * Creates a route that is type-checked against its operation. The default input is the body for POST and PATCH, and the
 * result of `queryInputs` for other methods. The default status is 200. In the address, `*` matches any segment, and
 * `?` matches an optional segment.
 *
 * @example
 * route('GET @roles', 'listRoles')
 * route('POST @sharing', 'editSharing', { isConditional: true, reply: noContent })
 */
export function route<M extends Method, N extends OperationName, V extends RouteView = never>(
  address: M | `${M} @${string}`,
  operation: N,
  ...[row]: Rest<Row<M, N, V>>
): Route {
  return routeOf(address, operation, row)
}

/** Creates a route. The caller must ensure that the types of the options match the operation. */
export function routeOf<N extends OperationName, V extends RouteView>(
  address: string,
  operation: N,
  row: object | undefined,
): Route {
  const defaults = rowOf(address, operation)
  const { input, reply, page, ...options } = {
    input: defaults.body ? fromBody : fromQuery(operation),
    reply: ok,
    ...row,
  } as Partial<RouteOptions> & FullRow<N, V>
  const answer: Answer<Reply<PageBodies[V]>> = async (site, context, request) => {
    const readInput = once(() => input(request))
    return reply(await site.run(operation, { input: readInput, ...context }), request)
  }
  return { ...defaults, ...options, answer, page: page ? routePage(page, answer) : null }
}

export function rowOf(address: string, operation: string): Omit<Route, 'answer'> {
  const [method, view = null, ...segments] = address.split(/[ /]/) as [Method, string?, ...string[]]
  return {
    address,
    method,
    view,
    segments: segments.filter(segment => segment !== '?'),
    optionalSegment: segments.includes('?'),
    operation,
    body: method === 'POST' || method === 'PATCH' ? anyObject : null,
    isBodyRequired: false,
    parameters: null,
    page: null,
    csv: null,
    dryRun: null,
    readsCsv: false,
    audited: null,
    isConditional: false,
    description: null,
    needsExpress: true,
    isShared: false,
    begin: () => {},
  }
}

interface FullRow<N extends OperationName, V extends RouteView> {
  readonly page?: V
  readonly reply: ReplyTo<N, PageBodies[V]>
  input(request: ApiRequest): InputOf<N>
}

const routePage = <V extends RouteView>(view: V, answer: Answer<Reply<PageBodies[V]>>): RoutePage => ({
  view,
  answer: async (...request) => {
    const reply = await answer(...request)
    if (reply.kind !== 'json') return reply
    return { kind: 'subject', status: reply.status, subject: pageSubjects[view](reply.body) }
  },
})

export const anyObject: AnySchemaObject = { type: 'object' }

const fromBody = ({ body }: ApiRequest): JsonObject => body()

function fromQuery(operation: OperationName): (request: ApiRequest) => unknown {
  const readers: Readonly<Partial<Record<OperationName, (query: QueryParameters) => unknown>>> = queryInputs
  return ({ query }) => readers[operation]?.(query)
}

/**
 * Returns a function that calls `make` once and caches the result, so that an operation that is repeated after a
 * conflict receives the same input.
 */
function once<T>(make: () => T): () => T {
  let memo: { readonly value: T } | undefined
  return () => {
    memo ??= { value: make() }
    return memo.value
  }
}

export function isRouteFor(row: Route, method: string, { view, rest }: Pick<Resource, 'view' | 'rest'>): boolean {
  if (row.method !== (method === 'HEAD' ? 'GET' : method) || row.view !== view) return false
  const isLong = rest.length === row.segments.length || (row.optionalSegment && rest.length === row.segments.length + 1)
  return isLong && row.segments.every((segment, i) => segment === '*' || segment === rest[i])
}
