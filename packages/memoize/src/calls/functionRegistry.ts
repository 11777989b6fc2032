import type { Routing } from '../settings/routing.js'
import { isFunctionName } from '../store/sharedStore.js'
import { isAffected, type Target } from '../store/target.js'
import { formatValue, mustBe } from '../values/shownValue.js'
import {
  beginEpoch,
  beginFlightEpoch,
  type CachedFunction,
  cachedFunction,
  type Definition,
  markReplaced,
  type Periods,
} from './cachedFunction.js'
import { maxTtl } from './memoizedFunction.js'
import type { Publish } from './memoizeEvents.js'

/** The memoized functions of a process, by name. */
export interface FunctionRegistry {
  /**
   * Returns the existing registration if the function and its options are the same. Throws an Error if the options are
   * invalid, or if another registration uses the name and `replace` is not set.
   */
  register(options: RegisterOptions, implementation: unknown): CachedFunction
  /** Starts a new epoch of the functions, or of the running calls, that an invalidation affects. */
  beginEpoch(target: Target): void
  all(): Iterable<CachedFunction>
}

export interface RegisterOptions {
  readonly name: string
  readonly key?: unknown
  readonly version?: unknown
  readonly ttl?: unknown
  readonly tags?: unknown
  readonly localFor?: number
  readonly staleFor?: number
  readonly lease?: number
  readonly replace?: boolean
}

/** Seconds that apply to functions without their own option. `ttl` is the default lifetime. */
export type DefaultPeriods = Readonly<Record<'localFor' | 'staleFor' | 'lease' | 'ttl', number>>

export interface RegistryOptions {
  readonly routeOf: (name: string) => Routing
  readonly defaults: DefaultPeriods
  readonly publish: Publish
}

export function functionRegistry({ routeOf, defaults, publish }: RegistryOptions): FunctionRegistry {
  const functions = new Map<string, CachedFunction>()
  return {
    register: (options, implementation) => {
      const problem = registrationProblem(options, implementation)
      if (problem !== null) throw new Error(problem)
      const { name, key, version, ttl, tags, localFor, staleFor, lease, replace = false } = options
      // Lists are compared by their content, because callers usually write a new list in each registration.
      const tagsId = Array.isArray(tags) ? tags.join(' ') : tags
      const definition = { implementation, key, version, ttl, tags: tagsId, localFor, staleFor, lease }
      const registered = functions.get(name)
      const changedParts = registered ? differences(registered.definition, definition) : []
      if (registered && changedParts.length === 0) return registered
      if (registered && !replace) throw new Error(nameInUse(name, changedParts))
      if (registered) markReplaced(registered)
      const periods = periodsOf(options, defaults)
      const cached = cachedFunction({ name, definition, periods, publish, routing: routeOf(name) })
      functions.set(name, cached)
      return cached
    },
    beginEpoch: target => {
      for (const fn of functions.values()) beginEpochIn(fn, target)
    },
    all: () => functions.values(),
  }
}

function beginEpochIn(fn: CachedFunction, target: Target): void {
  if (target.kind === 'all' || target.kind === 'function') {
    if (target.kind === 'all' || target.name === fn.name) beginEpoch(fn)
    return
  }
  for (const flight of fn.inFlight.values())
    if (isAffected(target, { name: fn.name, ...flight })) beginFlightEpoch(flight)
}

function periodsOf(options: RegisterOptions, defaults: DefaultPeriods): Periods {
  const { localFor = defaults.localFor, staleFor = defaults.staleFor, lease = defaults.lease } = options
  const longest = typeof options.ttl === 'number' ? Math.min(options.ttl, maxTtl) : defaults.ttl
  return {
    localFor: localFor * 1000,
    staleFor: staleFor * 1000,
    lease: Math.ceil(lease * 1000),
    lifetime: (longest + staleFor) * 1000,
  }
}

function differences(a: Definition, b: Definition): readonly (keyof Definition)[] {
  return (Object.keys(a) as readonly (keyof Definition)[]).filter(part => a[part] !== b[part])
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

/** The options before validation. Callers may be untyped. */
interface UncheckedOptions {
  readonly name?: unknown
  readonly key?: unknown
  readonly version?: unknown
  readonly ttl?: unknown
  readonly tags?: unknown
  readonly localFor?: unknown
  readonly staleFor?: unknown
  readonly lease?: unknown
}

/**
 * Returns the first problem with the options as a sentence that explains the solution, or null if the options are
 * valid.
 */
function registrationProblem(options: unknown, implementation: unknown): string | null {
  if (typeof options !== 'object' || options === null)
    return `The options of a memoized function ${mustBe('an object with a name', options)}`
  const unchecked: UncheckedOptions = options
  return nameProblem(unchecked.name) ?? problemOf(unchecked, implementation) ?? periodProblem(unchecked)
}

function nameProblem(name: unknown): string | null {
  if (typeof name !== 'string') return `The name of a memoized function ${mustBe('a string', name)}`
  if (isFunctionName(name)) return null
  const allowed = 'a name has 1 to 200 letters, digits and _ $ @ . / - in ASCII'
  return `${formatValue(name)} cannot be the name of a memoized function: ${allowed}.`
}

function problemOf({ name, key, version, ttl, tags }: UncheckedOptions, implementation: unknown): string | null {
  if (typeof implementation !== 'function')
    return `The implementation of ${name} ${mustBe('a function', implementation)}`
  if (key !== undefined && typeof key !== 'function')
    return `The key of ${name} ${mustBe('a function of its arguments', key)}`
  if (version !== undefined && typeof version !== 'string' && !Number.isFinite(version))
    return `The version of ${name} ${mustBe('a string or a finite number', version)}`
  if (ttl !== undefined && typeof ttl !== 'function' && !isAboveZero(ttl))
    return `The ttl of ${name} ${mustBe('a number of seconds above 0, or a function that returns it', ttl)}`
  if (tags !== undefined && typeof tags !== 'function' && !Array.isArray(tags))
    return `The tags of ${name} ${mustBe('a list, or a function that returns a list', tags)}`
  return null
}

/** The problem with the first invalid time among options with the names in `periodNames`. */
export function periodProblem(options: UncheckedOptions): string | null {
  const invalid = periodNames.find(period => options[period] !== undefined && !isPeriod(options[period]))
  if (!invalid) return null
  const owner = options.name === undefined ? `option ${invalid}` : `${invalid} of ${options.name}`
  return `The ${owner} ${mustBe(`a number of seconds from 0 to ${maxPeriod}`, options[invalid])}`
}

const periodNames = ['localFor', 'staleFor', 'lease'] as const
const maxPeriod = 2_000_000

const isPeriod = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= maxPeriod

const isAboveZero = (value: unknown): boolean => typeof value === 'number' && value > 0
