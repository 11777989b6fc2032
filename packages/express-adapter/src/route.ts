import type { AnswerOf, InputOf, OperationName } from '@plenum/core'
import type { AnySchemaObject } from 'ajv'
import type { Reply } from './reply.js'
import type { ApiRequest } from './request.js'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One row of the table: a request of this form runs this operation. */
export interface Route {
  readonly method: Method
  /** `@name` of the service; null for the content itself. */
  readonly view: string | null
  /** What follows the name: certain segments, or `*` for any. */
  readonly segments: readonly string[]
  /** Whether one more segment may follow. */
  readonly optionalSegment: boolean
  /** Form of the body, beyond being an object; null when there is none to read. */
  readonly body: AnySchemaObject | null
  /** Whether an empty body is refused; it counts as an empty object otherwise. */
  readonly bodyIsDemanded: boolean
  /** Whether `If-Match` is looked at. */
  readonly isConditional: boolean
  /** Headers of every answer of the service, refusals too, unless the reply has others. */
  readonly headers: Readonly<Record<string, string>>
  readonly operation: OperationName
  input(request: ApiRequest): unknown
  reply(answer: unknown, request: ApiRequest): Reply
}

interface RouteOf<N extends OperationName> {
  readonly method: Method
  readonly view: string | null
  readonly segments?: readonly string[]
  readonly optionalSegment?: boolean
  readonly body?: AnySchemaObject
  readonly bodyIsDemanded?: boolean
  readonly isConditional?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly operation: N
  readonly input: (request: ApiRequest) => InputOf<N>
  readonly reply: (answer: AnswerOf<N>, request: ApiRequest) => Reply
}

const anyObject: AnySchemaObject = { type: 'object' }

/** Checks a row against its operation, and then forgets which one it was, so that rows fit into one table. */
export function route<N extends OperationName>({
  segments = [],
  optionalSegment = false,
  body,
  bodyIsDemanded = false,
  isConditional = false,
  headers = {},
  ...row
}: RouteOf<N>): Route {
  const withBody = row.method === 'POST' || row.method === 'PATCH'
  return {
    ...row,
    segments,
    optionalSegment,
    bodyIsDemanded,
    isConditional,
    headers,
    body: body ?? (withBody ? anyObject : null),
  } as Route
}

/** Whether a row is meant by a request. */
export function isRouteFor(
  row: Route,
  method: string,
  { view, rest }: { readonly view: string | null; readonly rest: readonly string[] },
): boolean {
  if (row.method !== (method === 'HEAD' ? 'GET' : method) || row.view !== view) return false
  const isLong = rest.length === row.segments.length || (row.optionalSegment && rest.length === row.segments.length + 1)
  return isLong && row.segments.every((segment, i) => segment === '*' || segment === rest[i])
}
