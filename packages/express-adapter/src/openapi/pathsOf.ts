import type { DocumentedRoute } from '../exchange/documentedRoute.js'
import { type EndpointText, endpointTexts } from './endpointTexts.js'

/** A path of the document, and its parameters in braces. */
export interface DocumentedPath {
  readonly template: string
  readonly summary: string
  readonly permission: string | null
  /** The statuses of refusals that the description contains. */
  readonly refusals: readonly number[]
}

/** Returns the paths at which a route answers: two if its last segment is optional. */
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

/** The links lead to pages of the repository. */
const withoutLinks = (text: string): string => text.replace(/\[([^[\]]*)\]\([^()[]*\)/g, '$1')
