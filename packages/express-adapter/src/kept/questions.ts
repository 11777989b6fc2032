import { locate, type PageView, readQuery, withOnly, writeQuery } from '@plenum/core'
import type { Request } from 'express'
import { usualLimits } from '../guards/limits.js'
import { viewAt } from '../pages/askedPage.js'
import type { RequestFacts } from '../requestFacts.js'
import type { RouterOptions } from '../routerOptions.js'
import { rowFor } from '../routes.js'
import { type Target, targetOf } from '../target.js'
import { namesVirtualHost } from '../virtualHost.js'

/** What a GET asks for, as far as its answer depends on it. */
export interface Question {
  readonly facts: Omit<RequestFacts, 'caller'>
  /** The page that its address has, and whether JSON is asked for by the address. */
  readonly view: PageView | null
  readonly isApi: boolean
  /** The same for all that ask for the same, be it with parameters that the row does not know. */
  readonly text: string
  /** The same for all that ask for it at the same address: links to other pages repeat every parameter. */
  readonly address: string
}

/** Addresses of which one process remembers what they ask for. */
const maxRemembered = 5000
/** Characters of an address that is remembered. */
const longest = 2048

/** Reads what requests ask for; null for what is never kept. Throws as `targetOf`. */
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

/** All that the target of a request is read from. */
function addressOf(req: Request, options: RouterOptions): string {
  const { host = '' } = req.headers
  if (isPlain(req)) return `${host} ${req.url}`
  const { base, path, query } = targetOf({ req, limits: usualLimits, options })
  return `${base}\n${path}\n${query}`
}

/** Whether nothing but host and URL say where the client sees the site. */
const isPlain = ({ app, url, socket, headers }: Request): boolean =>
  app.get('trust proxy') === false &&
  !('encrypted' in socket) &&
  headers.host !== undefined &&
  // A whole address may name a virtual host behind its own.
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
