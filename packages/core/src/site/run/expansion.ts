import type { SearchParameter, SearchParameters } from '../../content/query/searchParameters.js'

/** Components to include in the payload of an object. */
export interface Expansion {
  /** Unknown names are ignored. */
  readonly names: readonly string[]
  /** By component name: `{navigation: {depth: '2'}}` for `expand.navigation.depth=2`. */
  readonly parameters: SearchParameters
}

export const nothingExpanded: Expansion = { names: [], parameters: {} }

/** The parameters of one component. A plain value where named parameters are expected is ignored. */
export function parametersOf(parameters: SearchParameters, component: string): SearchParameters {
  const value = Object.hasOwn(parameters, component) ? parameters[component] : undefined
  return isNamed(value) ? value : {}
}

const isNamed = (parameter: SearchParameter | undefined): parameter is SearchParameters =>
  typeof parameter === 'object' && !Array.isArray(parameter)
