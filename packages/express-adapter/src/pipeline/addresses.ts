import { type Location, locate, nowhere, type QueryParameters, readQuery, rootPath, withOnly } from '@plenum/core'
import { rootFiles } from '../endpoints/feeds.js'
import type { Route, RoutesOptions } from '../exchange/route.js'
import type { Target } from '../exchange/target.js'
import { rowFor } from '../routes.js'

/** An address of the service, parsed and matched with the table of routes. */
export interface Address {
  readonly location: Location
  /** The matching route, or undefined if no route matches. */
  readonly row: Route | undefined
  /** The parameters that the route declares, or null for a malformed query. */
  readonly query: QueryParameters | null
}

/** Parses an address and matches it with the route table. */
export function addressOf(
  options: RoutesOptions,
  method: string,
  { path, query: rawQuery }: Pick<Target, 'path' | 'query'>,
): Address {
  const location = path === null ? nowhere : fileAtRoot(options, locate(path))
  const row = location.kind === 'resource' ? rowFor(options, method, location) : undefined
  const query = readQuery(rawQuery)
  return { location, row, query: query && row?.parameters ? withOnly(query, row.parameters) : query }
}

/**
 * The location of a file that robots fetch from the root of a host, if `feedRoutes` are in use (docs/http-answers.md,
 * For robots). Otherwise, the same location.
 */
function fileAtRoot(options: RoutesOptions, location: Location): Location {
  if (location.kind !== 'resource' || location.api || location.view !== null) return location
  const view = rootFiles.get(location.path)
  if (view === undefined) return location
  const file = { ...location, path: rootPath, view }
  return rowFor(options, 'GET', file) ? file : location
}
