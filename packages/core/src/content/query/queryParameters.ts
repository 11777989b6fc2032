import type { SearchParameters } from './searchParameters.js'

/** The value of a parameter. It is a list if the parameter is repeated or marked as a list. */
type QueryValue = string | readonly string[]

/** The parameters of a query string (docs/http-answers.md, Parameters). */
export interface QueryParameters {
  /** The decoded names and values, in the order of the query string. The names include the `:suffix`. */
  readonly entries: readonly (readonly [name: string, value: string])[]
  /** Returns the value of a parameter by its name without a suffix, or undefined if the parameter is missing. */
  get(name: string): QueryValue | undefined
  /** The distinct names without suffixes, in order of first occurrence. */
  names(): readonly string[]
}

const maxParameters = 1000
const listSuffixes: ReadonlySet<string> = new Set(['list', 'tuple'])
const suffixes: ReadonlySet<string> = new Set([...listSuffixes, 'int', 'json', 'record', 'boolean'])

/**
 * Parses a query string without `?` in the format application/x-www-form-urlencoded. Returns null (status 400) if the
 * string is not percent-encoded UTF-8 or contains more than 1000 parameters.
 */
export function readQuery(rawQuery: string): QueryParameters | null {
  const pairs = rawQuery.split('&').filter(pair => pair !== '')
  // Non-ASCII octets, which Node decodes as Latin-1, are not allowed in request URLs (RFC 3986, section 2).
  if (pairs.length > maxParameters || /\P{ASCII}/u.test(rawQuery)) return null
  try {
    return parametersOf(pairs.map(decodedPair))
  } catch {
    return null
  }
}

/**
 * Encodes parameters as application/x-www-form-urlencoded, including `*`. This is the inverse of {@link readQuery},
 * which never returns lone surrogates.
 */
export const writeQuery = (entries: QueryParameters['entries']): string =>
  entries.map(pair => pair.map(encoded).join('=')).join('&')

/** Percent-encodes a string, including the characters that HTML forms encode and `encodeURIComponent` does not. */
function encoded(text: string): string {
  const inUri = encodeURIComponent(text)
  return inUri.replace(/[!'()*~]|%20/g, match => (match === '%20' ? '+' : percentOf(match)))
}

const percentOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Returns only the parameters with the given names, including dotted names: `expand` includes
 * `expand.navigation.depth`.
 */
export function withOnly(query: QueryParameters, names: readonly string[]): QueryParameters {
  const isNamed = (name: string) => names.includes(plainName(name).split('.', 1)[0] ?? '')
  const entries = query.entries.filter(([name]) => isNamed(name))
  return entries.length === query.entries.length ? query : parametersOf(entries)
}

/** Removes the type suffixes from a name: `path.depth:int:record` becomes `path.depth`. */
export const plainName = (name: string): string => parseName(name).plain

/** Returns all values of a parameter. The list is empty if the parameter is missing. */
export const allValues = (query: Pick<QueryParameters, 'get'>, name: string): readonly string[] =>
  [query.get(name) ?? []].flat()

export const firstValue = (query: Pick<QueryParameters, 'get'>, name: string): string | undefined =>
  allValues(query, name)[0]

export const nestedQuery = (query: QueryParameters): SearchParameters =>
  nestParameters(query.names().map(name => [name, query.get(name) ?? '']))

function decodedPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

function parametersOf(entries: QueryParameters['entries']): QueryParameters {
  const values = new Map<string, string[]>()
  const lists = new Set<string>()
  for (const [name, value] of entries) {
    const { plain, isList } = parseName(name)
    const existing = values.get(plain)
    if (isList || existing !== undefined) lists.add(plain)
    if (existing === undefined) values.set(plain, [value])
    else existing.push(value)
  }
  return {
    entries,
    get: name => (lists.has(name) ? values.get(name) : values.get(name)?.[0]),
    names: () => [...values.keys()],
  }
}

// Suffixes are removed one by one, because a regular expression for several suffixes would take quadratic time for
// malicious names.
function parseName(name: string): { readonly plain: string; readonly isList: boolean } {
  const parts = name.split(':')
  let isList = false
  for (let suffix = parts.at(-1) ?? ''; parts.length > 1 && suffixes.has(suffix); suffix = parts.at(-1) ?? '') {
    isList ||= listSuffixes.has(suffix)
    parts.pop()
  }
  return { plain: parts.join(':'), isList }
}

type Value = string | readonly string[]
type OpenRecord = { [name: string]: Value | OpenRecord }

/**
 * Converts parameters with dotted names to nested records: `path.query=/a` and `path.depth=1` -> `{path: {query: '/a',
 * depth: '1'}}`. If a name has both a value and members, the value becomes the member `query`. The values of repeated
 * names become a list. Records have no prototype, so `constructor` is an ordinary key.
 */
export function nestParameters(parameters: Iterable<readonly [name: string, value: Value]>): SearchParameters {
  const root = emptyRecord()
  for (const [name, value] of parameters) setNested(root, name.split('.'), value)
  return root
}

function setNested(root: OpenRecord, steps: readonly string[], value: Value): void {
  let record = steps.slice(0, -1).reduce(recordAt, root)
  let key = steps.at(-1) ?? ''
  let present = record[key]
  while (isRecord(present)) {
    record = present
    key = 'query'
    present = record[key]
  }
  record[key] = present === undefined ? value : [present, value].flat()
}

function recordAt(record: OpenRecord, step: string): OpenRecord {
  const present = record[step]
  if (isRecord(present)) return present
  const created = emptyRecord()
  if (present !== undefined) created.query = present
  record[step] = created
  return created
}

const isRecord = (value: Value | OpenRecord | undefined): value is OpenRecord =>
  typeof value === 'object' && !Array.isArray(value)

const emptyRecord = (): OpenRecord => Object.create(null)
