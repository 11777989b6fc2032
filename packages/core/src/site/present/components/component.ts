import type { ComponentPayloads } from '../../../answers/components.js'
import type { Lineage } from '../../../content/node/node.js'
import type { SearchParameter } from '../../../content/query/parameterParts.js'
import { parseBoolean, type SearchParameters } from '../../../content/query/searchParameters.js'
import { excerptOf } from '../../../foundation/json.js'
import { badRequest } from '../../../foundation/messages.js'
import type { RequestContext } from '../../run/requestContext.js'

/** The parameters by name. For example, `expand.navigation.depth` has the name `depth`. */
export type ComponentParameters = SearchParameters

export type ComponentPayload = ComponentPayloads[keyof ComponentPayloads]

/**
 * Additional data about an object, with an endpoint such as `{path}/@breadcrumbs`. The payload of the object can also
 * include the data under `@components` (docs/content-and-access.md, Components).
 */
export interface Component<Payload extends ComponentPayload = ComponentPayload> {
  /**
   * Whether the caller can read the component. By default, all callers who can view the object can read the component.
   */
  mayShow?(context: RequestContext, lineage: Lineage): boolean
  /** Returns the payload, which is the same at the endpoint and under `@components`. */
  show(context: RequestContext, lineage: Lineage, parameters: ComponentParameters): Promise<Payload>
}

/**
 * Reads an integer parameter, which defaults to `fallback`. Throws a DomainError `bad-request` unless the value is an
 * integer with at most six digits.
 */
export function readInteger(name: string, value: SearchParameter | undefined, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'string' && /^-?\d{1,6}$/.test(value)) return Number(value)
  throw badRequest('query.integer', { name })
}

/**
 * Reads a boolean parameter, which defaults to `fallback`. Throws a DomainError `bad-request` unless the value is a
 * boolean.
 */
export function readFlag(name: string, value: SearchParameter | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback
  const flag = typeof value === 'string' ? parseBoolean(value) : undefined
  if (flag !== undefined) return flag
  throw badRequest('query.boolean', { name, value: excerptOf(value) })
}

/**
 * Returns the parameters of a component, such as `depth` for `expand.navigation.depth`, or an empty object if it has no
 * named parameters.
 */
export function parametersOf(parameters: SearchParameters, component: string): ComponentParameters {
  const value = Object.hasOwn(parameters, component) ? parameters[component] : undefined
  return isNamed(value) ? value : {}
}

const isNamed = (parameter: SearchParameter | undefined): parameter is SearchParameters =>
  typeof parameter === 'object' && !Array.isArray(parameter)
