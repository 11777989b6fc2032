import { isFunctionName } from '../store/sharedStore.js'
import { formatValue } from '../values/shownValue.js'

/** Unchecked options: callers may be untyped. */
interface UncheckedOptions {
  readonly name?: unknown
  readonly key?: unknown
  readonly version?: unknown
  readonly ttl?: unknown
}

/**
 * The first problem of a function's options, as a sentence that says how to fix it; null if they are valid.
 */
export function registrationProblem(options: unknown, implementation: unknown): string | null {
  if (typeof options !== 'object' || options === null)
    return `The options of a memoized function must be an object with a name, not ${formatValue(options)}.`
  const unchecked: UncheckedOptions = options
  return nameProblem(unchecked.name) ?? problemOf(unchecked, implementation)
}

function nameProblem(name: unknown): string | null {
  if (typeof name !== 'string') return `The name of a memoized function must be a string, not ${formatValue(name)}.`
  if (isFunctionName(name)) return null
  const allowed = 'a name has 1 to 200 letters, digits and _ $ @ . / - in ASCII'
  return `${formatValue(name)} cannot be the name of a memoized function: ${allowed}.`
}

function problemOf({ name, key, version, ttl }: UncheckedOptions, implementation: unknown): string | null {
  if (typeof implementation !== 'function')
    return `The implementation of ${name} must be a function, not ${formatValue(implementation)}.`
  if (key !== undefined && typeof key !== 'function')
    return `The key of ${name} must be a function of its arguments, not ${formatValue(key)}.`
  if (version !== undefined && typeof version !== 'string' && !Number.isFinite(version))
    return `The version of ${name} must be a string or a finite number, not ${formatValue(version)}.`
  if (ttl !== undefined && typeof ttl !== 'function' && !isAboveZero(ttl))
    return `The ttl of ${name} must be a number of seconds above 0, or a function that returns it, not ${formatValue(ttl)}.`
  return null
}

const isAboveZero = (value: unknown): boolean => typeof value === 'number' && value > 0
