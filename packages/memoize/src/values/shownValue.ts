import { describeValue } from './kinds.js'

const maxLength = 50

/**
 * Formats an invalid value for a message. Primitive values are quoted, and other values are described by their kind.
 */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxLength))
  const isPrimitive = value === null || !['object', 'function', 'symbol'].includes(typeof value)
  return isPrimitive ? String(value) : describeValue(value)
}

/** Returns the end of a sentence about an invalid value, such as `must be a function, not 5.` */
export const mustBe = (rule: string, value: unknown): string => `must be ${rule}, not ${formatValue(value)}.`
