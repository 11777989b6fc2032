import type { ComponentPayloads } from '../../../answers/components.js'
import type { Lineage } from '../../../content/node/lineage.js'
import type { SearchParameters } from '../../../content/query/searchParameters.js'
import type { RequestContext } from '../../run/requestContext.js'

/** Parameters of one component by name: `depth` for `expand.navigation.depth`. */
export type ComponentParameters = SearchParameters

/** The payload of any component. */
export type ComponentPayload = ComponentPayloads[keyof ComponentPayloads]

/**
 * Additional data of an object with its own endpoint (`{path}/@breadcrumbs`), which the payload of the object can
 * include under `@components` (docs/content-and-access.md, Components).
 */
export interface Component<Payload extends ComponentPayload = ComponentPayload> {
  /** Whether the caller may read it for the last object of a lineage; by default everybody who may view the object. */
  mayShow?(context: RequestContext, lineage: Lineage): boolean
  /** The payload, the same at the endpoint and in the object. */
  show(context: RequestContext, lineage: Lineage, parameters: ComponentParameters): Promise<Payload>
}
