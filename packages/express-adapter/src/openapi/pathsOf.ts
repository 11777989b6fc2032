import type { DocumentedRoute } from '../exchange/documentedRoute.js'
import { type EndpointText, endpointTexts } from './endpointTexts.js'

/** A path in the OpenAPI document, with its parameters in braces. */
export interface DocumentedPath {
  readonly template: string
  readonly summary: string
  readonly permission: string | null
  /** The error statuses that the description of the path lists. */
  readonly refusals: readonly number[]
}

/**
 * Returns the documented paths of a route. If none are documented, the address determines the paths: two if the last
 * segment is optional, and otherwise one.
 */
export function pathsOf(route: DocumentedRoute): readonly DocumentedPath[] {
  const { description } = route
  const texts = description ? [] : endpointTexts(route.address)
  if (texts.length > 0) return texts.map(describedPath)
  const facts = { summary: description?.summary ?? '', permission: null, refusals: description?.refusals ?? [] }
  if (description?.path !== undefined) return [{ template: description.path, ...facts }]
  const segments = route.segments.map((segment, i) => (segment === '*' ? `{segment${i + 1}}` : segment))
  const paths = [segments, ...(route.optionalSegment ? [[...segments, `{segment${segments.length + 1}}`]] : [])]
  return paths.map(path => ({
    template: `/{path}/${[route.view ?? '', ...path].join('/')}`.replace(/\/$/, ''),
    ...facts,
  }))
}

const describedPath = ({ path, action, permission, errors }: EndpointText): DocumentedPath => ({
  template: path,
  summary: withoutLinks(action),
  permission: withoutLinks(permission),
  refusals: [...errors.matchAll(/\b[45]\d\d\b/g)].map(([status]) => Number(status)),
})

/** Removes Markdown links, because their targets are relative to the repository. */
const withoutLinks = (text: string): string => text.replace(/\[([^[\]]*)\]\([^()[]*\)/g, '$1')
