import { addressOf, type Caller, type JsonObject, type QueryParameters, readFlag } from '@plenum/core'
import type { VoteLimit } from '@plenum/core/polls'
import type { LoginGuard } from '../guards/loginGuard.js'
import type { Exchange } from './exchange.js'

/** An exchange as routes see it. */
export interface RouteExchange extends Exchange {
  /** Whether the session cookie of pages is accepted. */
  readonly hasSession: boolean
  readonly guardLogins: LoginGuard
  readonly limitVotes: VoteLimit
}

/** A request as routes see it: parsed, located and authenticated. */
export interface ApiRequest {
  readonly exchange: RouteExchange
  readonly base: string
  readonly caller: Caller
  readonly path: string
  readonly view: string | null
  /** Path segments after the name of the service. */
  readonly rest: readonly string[]
  readonly query: QueryParameters
  /** The raw query string, without the question mark. */
  readonly rawQuery: string
  /** Returns the body, or throws the error that reading it caused, which only permitted callers may learn. */
  readonly body: () => JsonObject
}

/** The URL of the request, without its query. */
export const urlOfRequest = (request: ApiRequest): string => addressOf(request.base, request)

/** All values of a parameter that may be repeated. */
export const textsOf = ({ query }: ApiRequest, name: string): readonly string[] => [query.get(name) ?? []].flat()
export const textOf = (request: ApiRequest, name: string): string | undefined => textsOf(request, name)[0]

/** Presence is enough, whatever the value (docs/http-answers.md, Parameters, rule 4). */
export const hasParameter = ({ query }: ApiRequest, name: string): boolean => query.get(name) !== undefined

export const flagOf = ({ query }: ApiRequest, name: string, fallback: boolean): boolean =>
  readFlag(name, query.get(name), fallback)
