import { addressOf, type Caller, type JsonObject, type QueryParameters, readFlag } from '@plenum/core'
import type { Exchange } from './exchange.js'

/** A request as rows of the table see it: read, located and authenticated. */
export interface ApiRequest {
  readonly exchange: Exchange
  readonly base: string
  readonly caller: Caller
  readonly path: string
  readonly view: string | null
  /** Segments behind the name of the service. */
  readonly rest: readonly string[]
  readonly query: QueryParameters
  /** The query string as it was sent, without the question mark. */
  readonly rawQuery: string
  /** The body; throws what is wrong with it, which is told only to those who may ask. */
  readonly body: () => JsonObject
}

/** The address that was asked for, without its query. */
export const urlOfRequest = (request: ApiRequest): string => addressOf(request.base, request)

/** All values, however often the parameter is there. */
export const textsOf = ({ query }: ApiRequest, name: string): readonly string[] => [query.get(name) ?? []].flat()
export const textOf = (request: ApiRequest, name: string): string | undefined => textsOf(request, name)[0]

/** Being there is enough, whatever the value (docs/http-answers.md, Parameters, rule 4). */
export const isAsked = ({ query }: ApiRequest, name: string): boolean => query.get(name) !== undefined

export const flagOf = ({ query }: ApiRequest, name: string, otherwise: boolean): boolean =>
  readFlag(name, query.get(name), otherwise)
