/** The value of a search parameter: a string, a list of strings, or named parts (`path.depth`, `created.range`). */
export type SearchParameter = string | readonly string[] | { readonly [name: string]: SearchParameter }

/** Returns the values of a parameter. The values of a parameter with named parts are in the part `query`. */
export function listOf(value: SearchParameter | undefined): readonly string[] {
  if (value === undefined) return []
  if (typeof value === 'string') return [value]
  return isNamed(value) ? listOf(value.query) : value
}

/** Returns the values of a named part. The list is empty if the parameter does not have this part. */
export const partsOf = (value: SearchParameter | undefined, name: string): readonly string[] =>
  value !== undefined && isNamed(value) ? listOf(value[name]) : []

export const partOf = (value: SearchParameter | undefined, name: string): string | undefined => partsOf(value, name)[0]

export const isNamed = (value: SearchParameter): value is { readonly [name: string]: SearchParameter } =>
  typeof value === 'object' && !Array.isArray(value)
