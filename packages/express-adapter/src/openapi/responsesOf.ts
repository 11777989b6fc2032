import type { JsonObject, JsonValue } from '@plenum/core'
import type { DocumentedRoute, RouteDescription } from '../exchange/documentedRoute.js'

export const responsesOf = (route: DocumentedRoute, described: RouteDescription['answers']): JsonObject =>
  Object.fromEntries(
    Object.entries(described).map(([status, answer]) => [status, responseOf(route, Number(status), answer)]),
  )

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  206: 'A part of the file',
  303: 'The action was performed.',
}

function responseOf(route: DocumentedRoute, status: number, answer: JsonValue): JsonObject {
  const description = statusTexts[status] ?? 'Success'
  const headers: JsonObject = [201, 303].includes(status)
    ? { headers: { Location: { schema: { type: 'string' } } } }
    : {}
  if (answer === null || status === 204) return { description, ...headers }
  const contents = typeof answer === 'string' ? { [answer]: {} } : contentsOf(route, answer as JsonObject)
  const page: JsonObject = route.page && status === 200 ? { 'text/html': { schema: { type: 'string' } } } : {}
  return {
    description,
    ...headers,
    content: { ...contents, ...page },
  }
}

const fileSchema = '#/components/schemas/FileBytes'
const csvSchema = '#/components/schemas/CsvFile'

/** Returns the response content by media type. In `schema`, a reference to a marker schema represents a file or CSV. */
function contentsOf({ view }: DocumentedRoute, schema: JsonObject): JsonObject {
  const alternatives = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]) as readonly JsonObject[]
  const refs = alternatives.map(({ $ref }) => $ref)
  if (refs.includes(fileSchema)) return { '*/*': {} }
  const json = alternatives.filter(({ $ref }) => $ref !== csvSchema)
  const [first = {}] = json
  const type = view === '@types' && alternatives.length > 1 ? 'application/json+schema' : 'application/json'
  return {
    [type]: { schema: json.length === 1 ? first : { anyOf: json } },
    ...(refs.includes(csvSchema) ? { 'text/csv': { schema: { type: 'string' } } } : {}),
  }
}
