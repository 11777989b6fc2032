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
      const known = functions.get(name)
      const differing = known ? differences(known.definition, definition) : []
      if (known && differing.length === 0) return known
      if (known && !replace) throw new Error(nameInUse(name, differing))
      if (known) markReplaced(known)
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

function differences(one: Definition, other: Definition): readonly (keyof Definition)[] {
  const parts = ['implementation', 'key', 'version', 'ttl'] as const
  return parts.filter(part => one[part] !== other[part])
}

function nameInUse(name: string, differing: readonly (keyof Definition)[]): string {
  if (differing.includes('implementation'))
    return `Another function is memoized as ${name}; every function needs its own name.`
  const others = differing.join(', ').replace(/, (\w+)$/, ' and $1')
  return (
    `This function is memoized as ${name} already, with another ${others}; ` +
    'give it the very same options, or another name, or set "replace".'
  )
}
