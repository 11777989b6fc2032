import type { DescribedType, JsonObject, JsonValue } from '@plenum/core'
import type { DocumentedRoute } from '../exchange/documentedRoute.js'
import { operationOf } from './operationOf.js'
import { pathsOf } from './pathsOf.js'
import { refusalResponses } from './refusals.js'
import { schemas } from './serviceSchemas.js'

export interface Described {
  readonly routes: readonly DocumentedRoute[]
  readonly types: readonly DescribedType[]
}

const description = [
  'A content-management service that speaks the dialect of plone.restapi.',
  '`{path}` is the path of an object from the site root. It contains slashes, which clients must not encode, and is',
  'empty for the site root.',
].join(' ')

/**
 * Returns an OpenAPI 3.1 document (docs/http-answers.md, OpenAPI). If several routes have the same method and path, the
 * document describes the first one.
 */
export function openApiDocument({ routes, types }: Described): JsonObject {
  const paths: Record<string, Record<string, JsonValue>> = {}
  for (const route of routes)
    for (const path of pathsOf(route)) {
      const item = paths[path.template] ?? {}
      item[route.method.toLowerCase()] ??= operationOf(route, path)
      paths[path.template] = item
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Plenum', version: '1', description },
    servers: [{ url: './' }],
    security: [{}, { bearer: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      responses: refusalResponses(),
      schemas: { ...schemas, ...contentSchemas(types) },
    },
  }
}

/** Returns the schemas of request bodies that add or edit content, including a schema for each type. */
function contentSchemas(types: readonly DescribedType[]): JsonObject {
  const refs = types.map(({ id }) => ({ $ref: `#/components/schemas/${fieldsName(id)}` }))
  const ids = types.map(({ id }) => id)
  const options = {
    id: { type: ['string', 'null'], description: 'The short name, which is the last segment of the path.' },
    changeNote: { type: ['string', 'null'], description: 'The change note of the new version.' },
  }
  return {
    ...Object.fromEntries(types.map(({ id, fields }) => [fieldsName(id), fields])),
    NewContent: {
      type: 'object',
      required: ['@type'],
      properties: { '@type': { enum: ids }, ...options },
      allOf: types.map(({ id }, i) => ({
        if: { properties: { '@type': { const: id } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: refs[i] ?? {},
      })),
    },
    ContentChanges: { type: 'object', properties: options, anyOf: refs },
  }
}

const fieldsName = (type: string): string => `fields.${type.replace(/[^\w.-]+/g, '_')}`
