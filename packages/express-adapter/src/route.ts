import type {
  AnswerOf,
  InputOf,
  JsonObject,
  OperationName,
  OperationRequest,
  PageView,
  Resource,
  Site,
} from '@plenum/core'
import type { AnySchemaObject } from 'ajv'
import type { Exchange } from './exchange.js'
import { ok, type Payload, type Reply } from './reply.js'
import type { ApiRequest } from './request.js'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What can be said of every row. */
interface RouteOptions {
  /** Form of the body, beyond being an object; null when there is none to read, as usual but for POST and PATCH. */
  readonly body: AnySchemaObject | null
  /** Whether an empty body is refused; it counts as an empty object otherwise. */
  readonly bodyIsDemanded: boolean
  /** Whether caches may keep what visitors are answered for a while; else each one has to ask (docs/http-answers.md, Caching). */
  readonly isShared: boolean
  /**
   * The parameters that it knows, with all that begin with one of them and a dot: its answers may be kept for requests
   * that differ in others. Null: all of them; its answers are kept for the same address.
   */
  readonly parameters: readonly string[] | null
  /** Which page it has for who prefers HTML; null where it always answers JSON (docs/pages.md, Addresses). */
  readonly page: PageView | null
  /**
   * Whether its functions look for what Express adds to requests and responses: then the requests of all rows go through
   * Express, which costs more.
   */
  readonly needsExpress: boolean
  /** Whether `If-Match` is looked at. */
  readonly isConditional: boolean
  /** Called when the row was found, before anything is refused: headers that it sets are on refusals too. */
  begin(exchange: Exchange): void
}

/** One row of the table: a request of this form runs this operation. */
export interface Route extends RouteOptions {
  /** As it was given, such as `GET @history/*`. */
  readonly address: string
  readonly method: Method
  /** `@name` of the service; null for the content itself. */
  readonly view: string | null
  /** What follows the name: certain segments, or `*` for any. */
  readonly segments: readonly string[]
  /** Whether one more segment may follow. */
  readonly optionalSegment: boolean
  readonly operation: OperationName
  answer(site: Site, asked: Omit<OperationRequest<unknown>, 'input'>, request: ApiRequest): Promise<Reply>
}

/** What has to be said only where the usual does not fit the operation. */
type Unless<Fits, Part> = Fits extends true ? Partial<Part> : Part

type Usual<M extends Method> = M extends 'POST' | 'PATCH' ? JsonObject : undefined

type Row<M extends Method, N extends OperationName> = Partial<RouteOptions> &
  Unless<Usual<M> extends InputOf<N> ? true : false, { input(request: ApiRequest): InputOf<N> }> &
  Unless<
    AnswerOf<N> extends Payload ? true : false,
    { reply(answer: AnswerOf<N>, request: ApiRequest): Reply | Promise<Reply> }
  >

type Rest<R> = Partial<R> extends R ? [row?: R] : [row: R]

/**
 * A row, checked against its operation. What it leaves out is as usual: the input is the body of POST and PATCH, and
 * nothing otherwise; the answer is sent with 200. Of the address `*` is any segment, and `?` one that may be left out.
 *
 * @example
 * route('GET @roles', 'listRoles')
 * route('POST @sharing', 'editSharing', { isConditional: true, reply: noContent })
 */
export function route<M extends Method, N extends OperationName>(
  address: M | `${M} @${string}`,
  operation: N,
  ...[given]: Rest<Row<M, N>>
): Route {
  const [method, view = null, ...segments] = address.split(/[ /]/) as [M, string?, ...string[]]
  const mayHaveBody = method === 'POST' || method === 'PATCH'
  const usual = { input: mayHaveBody ? fromBody : () => undefined, reply: ok }
  const { input, reply, ...options } = { ...usual, ...given } as Partial<RouteOptions> & FullRow<N>
  return {
    address,
    method,
    view,
    segments: segments.filter(segment => segment !== '?'),
    optionalSegment: segments.includes('?'),
    operation,
    body: mayHaveBody ? anyObject : null,
    bodyIsDemanded: false,
    parameters: null,
    page: null,
    isConditional: false,
    needsExpress: true,
    isShared: false,
    begin: () => {},
    ...options,
    answer: async (site, asked, request) => {
      const readInput = once(() => input(request))
      return reply(await site.run(operation, { input: readInput, ...asked }), request)
    },
  }
}

interface FullRow<N extends OperationName> {
  input(request: ApiRequest): InputOf<N>
  reply(answer: AnswerOf<N>, request: ApiRequest): Reply | Promise<Reply>
}

/** A body of any form. */
export const anyObject: AnySchemaObject = { type: 'object' }

const fromBody = ({ body }: ApiRequest): JsonObject => body()

/** An operation that lost a race is decided again on the same input. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Whether a row is meant by a request. */
export function isRouteFor(row: Route, method: string, { view, rest }: Pick<Resource, 'view' | 'rest'>): boolean {
  if (row.method !== (method === 'HEAD' ? 'GET' : method) || row.view !== view) return false
  const isLong = rest.length === row.segments.length || (row.optionalSegment && rest.length === row.segments.length + 1)
  return isLong && row.segments.every((segment, i) => segment === '*' || segment === rest[i])
}
