/**
 * The value of a query parameter. The parameter is omitted if the value is null or undefined, and repeated if the value
 * is a list.
 */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean)[]
  | { readonly [key: string]: QueryValue }

export interface QueryParameters {
  readonly [name: string]: QueryValue
}

/**
 * Returns the query string with a leading question mark, or an empty string if no parameter has a value. The keys of an
 * object are appended to the parameter name: `{ path: { depth: 1 } }` becomes `?path.depth=1`.
 */
export function queryString(parameters: QueryParameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) append(query, name, value)
  const text = String(query)
  return text && `?${text}`
}

function append(query: URLSearchParams, name: string, value: QueryValue): void {
  if (value === null || value === undefined) return
  if (isList(value)) for (const item of value) query.append(name, String(item))
  else if (typeof value === 'object')
    for (const [key, part] of Object.entries(value)) append(query, `${name}.${key}`, part)
  else query.append(name, String(value))
}

const isList = (value: QueryValue): value is readonly (string | number | boolean)[] => Array.isArray(value)
