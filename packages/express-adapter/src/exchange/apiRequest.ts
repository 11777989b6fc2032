import { addressOf, type Caller, type CsvRow, type JsonObject, type QueryParameters } from '@plenum/core'
import type { VoteLimit } from '@plenum/core/polls'
import type { LoginGuard, RegistrationGuard } from '../guards/loginGuard.js'
import type { DocumentedRoute } from './documentedRoute.js'
import type { Exchange } from './exchange.js'
import type { ViewerFiles } from './viewerFiles.js'

export interface RouteExchange extends Exchange {
  /** Whether the session cookie, which pages use, is accepted for this request. */
  readonly hasSession: boolean
  readonly guardLogins: LoginGuard
  readonly guardRegistrations: RegistrationGuard
  readonly limitVotes: VoteLimit
  /** The routes of the application and the service. */
  readonly routes: readonly DocumentedRoute[]
  /** Returns the viewer for the OpenAPI document. The value is null if the application has no viewer. */
  readonly apiViewer: (() => Promise<ViewerFiles>) | null
}

/** A parsed, located and authenticated request, which is passed to the functions of a route. */
export interface ApiRequest {
  readonly exchange: RouteExchange
  readonly base: string
  readonly caller: Caller
  readonly path: string
  readonly view: string | null
  /** The segments of the request path after the service name. */
  readonly rest: readonly string[]
  readonly query: QueryParameters
  /** The raw query string, without the question mark. */
  readonly rawQuery: string
  /**
   * Returns the body, or throws the error that occurred while reading it. Call this function only after the
   * permission check, because other callers must not see the error.
   */
  readonly body: () => JsonObject
  /**
   * Returns the rows of a CSV file, or throws the error that occurred while reading it. Returns an empty list for
   * routes that read JSON.
   */
  readonly rows: () => readonly CsvRow[]
}

export const urlOfRequest = (request: ApiRequest): string => addressOf(request.base, request)
