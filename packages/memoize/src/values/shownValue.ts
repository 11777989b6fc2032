import { describeValue } from './kinds.js'

const maxLength = 50

/** Formats an invalid value for a message: a primitive value literally, any other value by its kind. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxLength))
  const isPrimitive = value === null || !['object', 'function', 'symbol'].includes(typeof value)
  return isPrimitive ? String(value) : describeValue(value)
}
