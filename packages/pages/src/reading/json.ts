import { isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'

type Json = JsonValue | undefined

/**
 * Returns the value if it is a JSON object, and otherwise an empty object, because the values in blocks and free-form
 * fields can have any type.
 */
export const objectOf = (value: Json): JsonObject => (isJsonObject(value) ? value : {})

export const objectsOf = (value: Json): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

export const textOf = (value: Json): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const numberOf = (value: Json): number => (typeof value === 'number' ? value : 0)

export function textsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
