import { describeValue } from './kinds.js'

const longest = 50

/** How a message shows what was given by mistake: primitive values as they are written, others by what they are. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, longest))
  const isPrimitive = value === null || !['object', 'function', 'symbol'].includes(typeof value)
  return isPrimitive ? String(value) : describeValue(value)
}
