import type { JsonObject } from '@plenum/core'

/** The description of a route in the OpenAPI document. Schemas are JSON Schemas (2020-12). */
export interface RouteDescription {
  /** The path, with the names of its parameters in braces. By default, the path is derived from the address. */
  readonly path?: string
  readonly summary: string
  /** The descriptions of the query parameters by name. */
  readonly query?: Readonly<Record<string, string>>
  /** The schemas of the parameters in `path`, by name. By default, a parameter is a string. */
  readonly parameters?: Readonly<Record<string, JsonObject>>
  /** The schema of the request body. */
  readonly body?: JsonObject
  /** The media types of the request body. Defaults to JSON. */
  readonly bodyTypes?: readonly string[]
  /** The bodies of successful responses by status: a schema, a media type other than JSON, or null for no body. */
  readonly answers: Readonly<Record<number, JsonObject | string | null>>
  /** The error statuses in addition to those that all routes share. */
  readonly refusals?: readonly number[]
}

/** The parts of a route that the OpenAPI document describes. */
export interface DocumentedRoute {
  readonly address: string
  readonly method: string
  readonly view: string | null
  readonly segments: readonly string[]
  readonly optionalSegment: boolean
  /** The name of the operation, or null if the route does not always run the same operation. */
  readonly operation: string | null
  readonly isConditional: boolean
  readonly page: object | null
  readonly description: RouteDescription | null
}
