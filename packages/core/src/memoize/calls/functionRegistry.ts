import type { Routing } from '../settings/routing.js'
import { beginEpoch, type CachedFunction, cachedFunction, type Definition, markReplaced } from './cachedFunction.js'
import { registrationProblem } from './registrationProblem.js'

/** The memoized functions of a process, by name. */
export interface FunctionRegistry {
  /**
   * Returns the existing registration for the same function with the same options. Throws an Error if the options are
   * invalid, or if the name is in use otherwise and `replace` is not set.
   */
  register(options: RegisterOptions, implementation: unknown): CachedFunction
  /** Starts a new epoch of a function, or of all for null. */
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
