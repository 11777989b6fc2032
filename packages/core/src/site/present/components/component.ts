import type { Lineage } from '../../../content/node/lineage.js'
import type { SearchParameters } from '../../../content/query/searchParameters.js'
import type { JsonObject } from '../../../foundation/json.js'
import type { Visit } from '../../run/visit.js'

/** Parameters of one component, by their names: `depth` for `expand.navigation.depth`. */
export type ComponentParameters = SearchParameters

export type ComponentPayload = JsonObject | readonly JsonObject[]

/**
 * Something about an object that has an address of its own (`{path}/@breadcrumbs`) and may come along with the payload
 * of the object, under `@components` (docs/content-and-access.md, Components).
 */
export interface Component {
  /** Whether the caller may ask for it of the last of a lineage; everybody who may view the object when left out. */
  mayShow?(visit: Visit, lineage: Lineage): boolean
  /** The payload, the same at the address of its own and in the object. */
  show(visit: Visit, lineage: Lineage, parameters: ComponentParameters): Promise<ComponentPayload>
}
