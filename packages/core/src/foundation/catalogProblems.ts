import { english } from './english.js'
import { isJsonObject } from './json.js'
import { placeholdersIn } from './messages.js'

/**
 * The problems of a translation catalog, one line each, beginning with the message id. Ids unknown to core are allowed:
 * they are English titles of an embedder's types and workflows.
 */
export function problemsOfCatalog(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ['must be a JSON object that maps message ids to strings.']
  return Object.entries(value).flatMap(([id, pattern]) =>
    typeof pattern === 'string' && pattern !== ''
      ? placeholderProblems(id, pattern)
      : [`${id}: must be a string that is not empty.`],
  )
}

const patterns: ReadonlyMap<string, string> = new Map(Object.entries(english))

function placeholderProblems(id: string, pattern: string): readonly string[] {
  const expected = placeholdersIn(patterns.get(id) ?? id)
  const actual = placeholdersIn(pattern)
  return [
    ...[...expected]
      .filter(placeholder => !actual.has(placeholder))
      .map(placeholder => `${id}: lacks ${placeholder}, which the English text has.`),
    ...[...actual]
      .filter(placeholder => !expected.has(placeholder))
      .map(placeholder => `${id}: has ${placeholder}, which the English text lacks.`),
  ]
}
