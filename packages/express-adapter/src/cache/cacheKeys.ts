import { locate, namesVirtualHost, type PageView, readQuery, withOnly, writeQuery } from '@plenum/core'
import type { Request } from 'express'
import type { RequestFacts } from '../exchange/requestFacts.js'
import type { RoutesOptions } from '../exchange/route.js'
import { type Target, type TargetOptions, targetOf } from '../exchange/target.js'
import { defaultLimits } from '../guards/limits.js'
import { viewAt } from '../pages/pageRequest.js'
import { rowFor } from '../routes.js'

export type AddressOptions = TargetOptions & RoutesOptions

export interface RequestKeys {
  readonly facts: Omit<RequestFacts, 'caller'>
  /** The page at the URL, or null if the URL has no page. */
  readonly view: PageView | null
  readonly isApi: boolean
  readonly key: string
  /** The cache key with the full query, for responses whose batch links contain every parameter. */
  readonly fullKey: string
}

/** The maximum number of requests whose cache keys are stored in each process. */
const maxCached = 5000
/** The maximum length, in characters, of a URL whose cache keys are stored. */
const maxLength = 2048

/**
 * Returns a function that derives the cache keys of a request. The function returns null for requests whose responses
 * are never cached, and throws the same errors as `targetOf`.
 */
export function requestKeysReader(options: AddressOptions): (req: Request) => RequestKeys | null {
  const cached = new Map<string, RequestKeys | null>()
  return req => {
    const address = addressOf(req, options)
    const hit = cached.get(address)
    if (hit !== undefined) return hit
    const requestKeys = requestKeysOf(targetOf({ req, limits: defaultLimits, options }), options)
    if (cached.size >= maxCached) cached.clear()
    if (address.length <= maxLength) cached.set(address, requestKeys)
    return requestKeys
  }
}

function addressOf(req: Request, options: AddressOptions): string {
  const { host = '' } = req.headers
  if (isPlain(req)) return `${host} ${req.url}`
  const { base, path, query } = targetOf({ req, limits: defaultLimits, options })
  return `${base}\n${path}\n${query}`
}

/** Whether the base URL depends only on the host and the URL, and not on forwarded headers. */
const isPlain = ({ app, url, socket, headers }: Request): boolean =>
  app.get('trust proxy') === false &&
  !('encrypted' in socket) &&
  headers.host !== undefined &&
  // Absolute URLs are excluded, because they may contain a virtual host path after the host.
  url.startsWith('/') &&
  !namesVirtualHost(url)

function requestKeysOf({ base, path, query }: Target, options: AddressOptions): RequestKeys | null {
  const location = path === null ? null : locate(path)
  const parameters = readQuery(query)
  if (location?.kind !== 'resource' || parameters === null) return null
  const row = rowFor(options, 'GET', location)
  if (!row) return null
  const declaredQuery = row.parameters ? writeQuery(withOnly(parameters, row.parameters).entries) : query
  const parts = [base, location.path, location.view, location.rest]
  return {
    view: viewAt(location, row),
    isApi: location.api,
    facts: { row, path: location.path, view: location.view },
    key: JSON.stringify([...parts, declaredQuery]),
    fullKey: JSON.stringify([...parts, declaredQuery, query]),
  }
}
