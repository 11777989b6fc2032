import { locate, type PageView, readQuery, withOnly, writeQuery } from '@plenum/core'
import type { Request } from 'express'
import { usualLimits } from '../guards/limits.js'
import { viewAt } from '../pages/askedPage.js'
import type { RequestFacts } from '../requestFacts.js'
import type { RouterOptions } from '../routerOptions.js'
import { rowFor } from '../routes.js'
import { type Target, targetOf } from '../target.js'
import { namesVirtualHost } from '../virtualHost.js'

/** The parts of a GET request that determine its answer. */
export interface Question {
  readonly facts: Omit<RequestFacts, 'caller'>
  /** The page at its URL, and whether the URL itself demands JSON. */
  readonly view: PageView | null
  readonly isApi: boolean
  /** Cache key without undeclared parameters. */
  readonly text: string
  /** Cache key with the full query: batch links repeat every parameter. */
  readonly address: string
}

/** Maximum number of cached cache keys per process. */
const maxRemembered = 5000
/** Maximum length of a cached address, in characters. */
const longest = 2048

/** Reads the cache keys of requests; null for requests that are never cached. Throws like `targetOf`. */
export function questionReader(options: RouterOptions): (req: Request) => Question | null {
  const remembered = new Map<string, Question | null>()
  return req => {
    const address = addressOf(req, options)
    const known = remembered.get(address)
    if (known !== undefined) return known
    const question = questionOf(targetOf({ req, limits: usualLimits, options }), options)
    if (remembered.size >= maxRemembered) remembered.clear()
    if (address.length <= longest) remembered.set(address, question)
    return question
  }
}

/** All inputs of `targetOf`, as one string. */
function addressOf(req: Request, options: RouterOptions): string {
  const { host = '' } = req.headers
  if (isPlain(req)) return `${host} ${req.url}`
  const { base, path, query } = targetOf({ req, limits: usualLimits, options })
  return `${base}\n${path}\n${query}`
}

/** Whether only host and URL determine the base URL. */
const isPlain = ({ app, url, socket, headers }: Request): boolean =>
  app.get('trust proxy') === false &&
  !('encrypted' in socket) &&
  headers.host !== undefined &&
  // An absolute URL may name a virtual host behind its own.
  url.startsWith('/') &&
  !namesVirtualHost(url)

function questionOf({ base, path, query }: Target, options: RouterOptions): Question | null {
  const location = path === null ? null : locate(path)
  const parameters = readQuery(query)
  if (location?.kind !== 'resource' || parameters === null) return null
  const row = rowFor(options, 'GET', location)
  if (!row) return null
  const known = row.parameters ? writeQuery(withOnly(parameters, row.parameters).entries) : query
  const asked = [base, location.path, location.view, location.rest]
  return {
    view: viewAt(location, row),
    isApi: location.api,
    facts: { row, path: location.path, view: location.view },
    text: JSON.stringify([...asked, known]),
    address: JSON.stringify([...asked, known, query]),
  }
}
