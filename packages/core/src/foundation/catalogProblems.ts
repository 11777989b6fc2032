import { english } from './english.js'
import { isJsonObject } from './json.js'
import { placesIn } from './messages.js'

/**
 * The problems of a translation catalog, one line each, beginning with the message id. Ids unknown to core are allowed:
 * they are English titles of an embedder's types and workflows.
 */
export function problemsOfCatalog(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ['must be a JSON object of texts by message id.']
  return Object.entries(value).flatMap(([id, pattern]) =>
    typeof pattern === 'string' && pattern !== ''
      ? problemsOfPlaces(id, pattern)
      : [`${id}: must be a text, and not an empty one.`],
  )
}

const patterns: ReadonlyMap<string, string> = new Map(Object.entries(english))

function problemsOfPlaces(id: string, pattern: string): readonly string[] {
  const wanted = placesIn(patterns.get(id) ?? id)
  const given = placesIn(pattern)
  return [
    ...[...wanted]
      .filter(place => !given.has(place))
      .map(place => `${id}: lacks ${place}, which the English text has.`),
    ...[...given]
      .filter(place => !wanted.has(place))
      .map(place => `${id}: has ${place}, which the English text lacks.`),
  ]
}
