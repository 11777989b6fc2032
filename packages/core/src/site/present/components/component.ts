import type { Lineage } from '../../../content/node/lineage.js'
import type { SearchParameters } from '../../../content/query/searchParameters.js'
import type { JsonObject } from '../../../foundation/json.js'
import type { Visit } from '../../run/visit.js'

/** Parameters of one component by name: `depth` for `expand.navigation.depth`. */
export type ComponentParameters = SearchParameters

export type ComponentPayload = JsonObject | readonly JsonObject[]

/**
 * Additional data of an object with its own endpoint (`{path}/@breadcrumbs`), which the payload of the object can
 * include under `@components` (docs/content-and-access.md, Components).
 */
export interface Component {
  /** Whether the caller may read it for the last object of a lineage; by default everybody who may view the object. */
  mayShow?(visit: Visit, lineage: Lineage): boolean
  /** The payload, the same at the endpoint and in the object. */
  show(visit: Visit, lineage: Lineage, parameters: ComponentParameters): Promise<ComponentPayload>
}
