import { type Location, locate, nowhere, type QueryParameters, readQuery, rootPath, withOnly } from '@plenum/core'
import { rootFiles } from '../endpoints/feeds.js'
import type { Route, RoutesOptions } from '../exchange/route.js'
import type { Target } from '../exchange/target.js'
import { rowFor } from '../routes.js'

export interface Address {
  readonly location: Location
  readonly row: Route | undefined
  readonly query: QueryParameters | null
}

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
 * Returns the location of the view that serves a root file such as `/robots.txt`, if the application uses
 * `feedRoutes` (docs/http-answers.md, For robots). Returns all other locations unchanged.
 */
function fileAtRoot(options: RoutesOptions, location: Location): Location {
  if (location.kind !== 'resource' || location.api || location.view !== null) return location
  const view = rootFiles.get(location.path)
  if (view === undefined) return location
  const file = { ...location, path: rootPath, view }
  return rowFor(options, 'GET', file) ? file : location
}
