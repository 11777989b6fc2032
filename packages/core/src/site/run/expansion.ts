import type { SearchParameters } from '../../content/query/searchParameters.js'

/** The components to include in the payload of an object. */
export interface Expansion {
  /** The names of the components to include. Unknown names are ignored. */
  readonly names: readonly string[]
  /**
   * The parameters by component name. For example, `expand.navigation.depth=2` becomes `{navigation: {depth: '2'}}`.
   */
  readonly parameters: SearchParameters
}

export const nothingExpanded: Expansion = { names: [], parameters: {} }
