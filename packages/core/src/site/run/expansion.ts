import type { SearchParameter, SearchParameters } from '../../content/query/searchParameters.js'

/** Components that are wanted with an object. */
export interface Expansion {
  /** Unknown names are passed over. */
  readonly names: readonly string[]
  /** By the name of the component: `{navigation: {depth: '2'}}` for `expand.navigation.depth=2`. */
  readonly parameters: SearchParameters
}

export const nothingExpanded: Expansion = { names: [], parameters: {} }

/** The parameters of one component. A value where named parts are meant counts as none. */
export function parametersOf(all: SearchParameters, component: string): SearchParameters {
  const own = Object.hasOwn(all, component) ? all[component] : undefined
  return isNamed(own) ? own : {}
}

const isNamed = (parameter: SearchParameter | undefined): parameter is SearchParameters =>
  typeof parameter === 'object' && !Array.isArray(parameter)
