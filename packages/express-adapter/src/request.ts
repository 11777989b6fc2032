import { type Caller, DomainError, type JsonObject, message, parseBoolean, type QueryParameters } from '@plenum/core'
import type { Exchange } from './exchange.js'
import { addressOf } from './locate.js'

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

export function flagOf({ query }: ApiRequest, name: string, otherwise: boolean): boolean {
  const value = query.get(name)
  if (value === undefined) return otherwise
  const flag = typeof value === 'string' ? parseBoolean(value) : undefined
  if (flag === undefined)
    throw new DomainError('bad-request', message('query.boolean', { name, value: String(value).slice(0, 100) }))
  return flag
}
