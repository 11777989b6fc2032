import type { RouteAnswers } from '../table/routeAnswers.js'
import { objectTexts } from './objectTexts.js'
import { siteTexts } from './siteTexts.js'

/** The description of an endpoint in Markdown, as in a row of docs/http.md. */
export interface EndpointText {
  /** The path, with the names of its parameters. */
  readonly path: string
  readonly action: string
  readonly permission: string
  /** The errors, each with its status, in addition to those that are common to all endpoints. */
  readonly errors: string
}

/** Maps route addresses to rows of docs/http.md. The code does not compile if a route of the service has no row. */
const rows: Readonly<Record<keyof RouteAnswers, string | readonly string[]>> = { ...objectTexts, ...siteTexts }

/**
 * Returns the descriptions of a route: one for each path, and additional descriptions for variants of the request.
 */
export const endpointTexts = (address: string): readonly EndpointText[] =>
  Object.entries(rows)
    .filter(([name]) => name === address)
    .flatMap(([, texts]) => texts)
    .map(parsed)

function parsed(row: string): EndpointText {
  const [endpoint = '', action = '', permission = '', errors = ''] = row.split(' | ')
  return { path: /^`\w+ ([^`]+)`/.exec(endpoint)?.[1] ?? '', action, permission, errors }
}
