// Derives the JSON schemas of response and request bodies from the types in `routeAnswers.ts` and `routeBodies.ts`.
import path from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'

const sources = path.resolve(import.meta.dirname, '../../packages/express-adapter/src')

/** The generated file, which becomes a part of the OpenAPI document. */
export const schemasFile = path.join(sources, 'openapi/answerSchemas.json')

/**
 * The types with undeclared keys, such as fields of custom types, the keys in `metadata_fields`, and workflow
 * variables.
 */
const openTypes = [
  'ContentPayload',
  'Summary',
  'LinkBreach',
  'TransitionRecord',
  'TitledRecord',
  'TransitionPayload',
  'TransitionEntry',
]

function schemasOf(file, type, additionalProperties) {
  const generator = createGenerator({
    path: path.join(sources, 'table', file),
    tsconfig: path.join(import.meta.dirname, 'schemas.tsconfig.json'),
    expose: 'export',
    encodeRefs: false,
    skipTypeCheck: true,
    additionalProperties,
  })
  return generator.createSchema(type).definitions
}

export function answerSchemasText() {
  const answers = schemasOf('routeAnswers.ts', 'RouteAnswers', false)
  const refusals = schemasOf('routeAnswers.ts', 'RefusalParts', false)
  const bodies = schemasOf('routeBodies.ts', 'RouteBodies', true)
  const { RouteAnswers, RouteBodies, RefusalParts, FileBytes, CsvFile, ...schemas } = {
    ...bodies,
    ...refusals,
    ...answers,
  }
  for (const name of openTypes) delete schemas[name].additionalProperties
  const byStatus = Object.entries(RouteAnswers.properties).map(([address, { properties }]) => [address, properties])
  const generated = { answers: Object.fromEntries(byStatus), bodies: RouteBodies.properties, schemas }
  return textOf(renamed(generated))
}

/** Formats each schema as one line, so that changes are easy to review. */
function textOf(generated) {
  const parts = Object.entries(generated).map(([part, schemas]) => {
    const lines = Object.entries(schemas).map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`)
    return `"${part}": {\n${lines.join(',\n')}\n}`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}

/**
 * Returns the OpenAPI schema name for a type. Schema names may contain only letters, digits, dots, hyphens and
 * underscores.
 */
const nameOf = name =>
  name
    .replace(/\[\]/g, '.list')
    .replace(/[^\w.-]+/g, '.')
    .replace(/\.+$/, '')

function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(withTuple(value)).map(([key, part]) => {
      if (key === 'schemas')
        return [key, Object.fromEntries(Object.entries(part).map(([name, one]) => [nameOf(name), renamed(one)]))]
      if (key === 'description' && typeof part === 'string') return [key, part.replace(/ \(docs\/[^)]*\)/g, '')]
      return key === '$ref' && typeof part === 'string' ? [key, refOf(part)] : [key, renamed(part)]
    }),
  )
}

/** Converts tuples from the form of older JSON Schema versions, which the generator uses, to the current form. */
function withTuple({ items, additionalItems, ...schema }) {
  if (!Array.isArray(items)) return items === undefined ? schema : { ...schema, items }
  return { ...schema, prefixItems: items, items: additionalItems ?? false }
}

const refOf = ref => `#/components/schemas/${nameOf(ref.replace('#/definitions/', ''))}`
