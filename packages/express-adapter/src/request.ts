import { type Batch, type Caller, DomainError, type JsonObject, message, parseBoolean, urlOf } from '@plenum/core'
import { readBatch } from './batching.js'
import type { QueryParameters } from './queryParameters.js'

/** A request as routes see it: read, located and authenticated, and nothing of Express in it. */
export interface ApiRequest {
  readonly path: string
  /** Segments behind the name of the service. */
  readonly rest: readonly string[]
  readonly query: QueryParameters
  /** The query string as it was sent, without the question mark. */
  readonly rawQuery: string
  readonly body: JsonObject
  readonly header: (name: string) => string | undefined
  readonly cookie: (name: string) => string | undefined
  /**
   * Lets a vote pass, or throws when too many come from where the request does; counts once, however often it is asked.
   */
  readonly admitVote: () => Promise<void>
  readonly base: string
  readonly caller: Caller
}

export function urlOfRequest({ base, path }: ApiRequest, service = ''): string {
  return service === '' ? urlOf(base, path) : `${urlOf(base, path)}/${service}`
}

function values(query: QueryParameters, name: string): readonly string[] {
  const value = query.get(name)
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

export function batchOf({ query }: ApiRequest): Batch {
  const batch = readBatch(query)
  if ('problem' in batch) throw new DomainError('bad-request', message('query.number', { name: batch.problem }))
  return batch
}

/** Names of further columns, however often the parameter is there. */
export const metadataOf = ({ query }: ApiRequest): readonly string[] => values(query, 'metadata_fields')

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

export const textOf = ({ query }: ApiRequest, name: string): string | undefined => values(query, name)[0]
export const textsOf = ({ query }: ApiRequest, name: string): readonly string[] => values(query, name)
