import { beginEpoch, type CachedFunction, cachedFunction } from './cachedFunction.js'
import type { Routing } from './routing.js'
import { isFunctionName } from './sharedStore.js'

/** The memoized functions of a process, by name. */
export interface FunctionRegistry {
  /** The same for the same function; throws an Error when the options are wrong, or another function has the name. */
  register(options: RegisterOptions, implementation: unknown): CachedFunction
  /** Of a function, or of all for null. */
  beginEpoch(name: string | null): void
  all(): Iterable<CachedFunction>
}

export interface RegisterOptions {
  readonly name: string
  readonly ttl?: unknown
  readonly replace?: boolean
}

export function functionRegistry(routeOf: (name: string) => Routing): FunctionRegistry {
  const functions = new Map<string, CachedFunction>()
  return {
    register: (options, implementation) => {
      const { name, replace = false } = options
      const known = functions.get(name)
      const problem = optionProblem(options)
      if (problem !== null) throw new Error(problem)
      if (known && known.implementation === implementation) return known
      if (known && !replace)
        throw new Error(`Another function is memoized as ${name}; every function needs its own name.`)
      const cached = cachedFunction(name, implementation, routeOf(name))
      functions.set(name, cached)
      return cached
    },
    beginEpoch: name => {
      for (const fn of functions.values()) if (name === null || fn.name === name) beginEpoch(fn)
    },
    all: () => functions.values(),
  }
}

function optionProblem({ name, ttl }: RegisterOptions): string | null {
  const shown = JSON.stringify(name.slice(0, 50))
  if (!isFunctionName(name))
    return `A memoized function can not be called ${shown}: a name has 1 to 200 letters, digits and _ $ @ . / - in ASCII.`
  if (typeof ttl === 'number' && !(ttl > 0))
    return `Values of ${name} can not be kept for ${ttl} seconds: more than 0 are needed.`
  return null
}
