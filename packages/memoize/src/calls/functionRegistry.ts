import type { Routing } from '../settings/routing.js'
import { isFunctionName } from '../store/sharedStore.js'
import { formatValue } from '../values/shownValue.js'
import { beginEpoch, type CachedFunction, cachedFunction, type Definition, markReplaced } from './cachedFunction.js'

/** The memoized functions of a process, by name. */
export interface FunctionRegistry {
  /**
   * Returns the existing registration for the same function with the same options. Throws an Error if the options are
   * invalid, or if the name is in use by another registration and `replace` is not set.
   */
  register(options: RegisterOptions, implementation: unknown): CachedFunction
  /** Starts a new epoch of a function, or of all functions if `name` is null. */
  beginEpoch(name: string | null): void
  all(): Iterable<CachedFunction>
}

export interface RegisterOptions {
  readonly name: string
  readonly key?: unknown
  readonly version?: unknown
  readonly ttl?: unknown
  readonly replace?: boolean
}

export function functionRegistry(routeOf: (name: string) => Routing): FunctionRegistry {
  const functions = new Map<string, CachedFunction>()
  return {
    register: (options, implementation) => {
      const problem = registrationProblem(options, implementation)
      if (problem !== null) throw new Error(problem)
      const { name, key, version, ttl, replace = false } = options
      const definition = { implementation, key, version, ttl }
      const registered = functions.get(name)
      const changedParts = registered ? differences(registered.definition, definition) : []
      if (registered && changedParts.length === 0) return registered
      if (registered && !replace) throw new Error(nameInUse(name, changedParts))
      if (registered) markReplaced(registered)
      const cached = cachedFunction(name, definition, routeOf(name))
      functions.set(name, cached)
      return cached
    },
    beginEpoch: name => {
      for (const fn of functions.values()) if (name === null || fn.name === name) beginEpoch(fn)
    },
    all: () => functions.values(),
  }
}

function differences(a: Definition, b: Definition): readonly (keyof Definition)[] {
  const parts = ['implementation', 'key', 'version', 'ttl'] as const
  return parts.filter(part => a[part] !== b[part])
}

function nameInUse(name: string, changedParts: readonly (keyof Definition)[]): string {
  if (changedParts.includes('implementation'))
    return `Another function is memoized as ${name}; every function needs its own name.`
  const partNames = changedParts.join(', ').replace(/, (\w+)$/, ' and $1')
  return (
    `This function is already memoized as ${name}, with a different ${partNames}; ` +
    'pass the same options, choose another name, or set "replace".'
  )
}

/** Options that have not been checked, because callers may be untyped. */
interface UncheckedOptions {
  readonly name?: unknown
  readonly key?: unknown
  readonly version?: unknown
  readonly ttl?: unknown
}

/**
 * The first problem with a function's options, as a sentence that says how to fix the problem. Null if the options are
 * valid.
 */
function registrationProblem(options: unknown, implementation: unknown): string | null {
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
