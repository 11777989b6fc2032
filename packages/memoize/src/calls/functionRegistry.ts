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

export interface FunctionRegistry {
  /**
   * Registers a function, or returns the existing registration if the function and its options are the same. Throws an
   * Error if the options are invalid, or if another registration uses the name and `replace` is not set.
   */
  register(options: RegisterOptions, implementation: unknown): CachedFunction
  /** Begins a new epoch for the functions or calls that an invalidation affects. */
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

/** The default values of the functions' periods, in seconds. `ttl` is the default lifetime. */
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
      const { name, replace = false } = options
      const definition = { ...options, implementation }
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

const differences = (a: Definition, b: Definition): readonly (keyof Definition)[] =>
  definitionParts.filter(part => comparable(a[part]) !== comparable(b[part]))

/**
 * Converts a list to a string, so that lists are compared by content. Callers usually create a new list for each
 * registration.
 */
const comparable = (part: unknown): unknown => (Array.isArray(part) ? part.join(' ') : part)

function nameInUse(name: string, changedParts: readonly (keyof Definition)[]): string {
  if (changedParts.includes('implementation'))
    return `Another function is memoized as ${name}; every function needs its own name.`
  const partNames = changedParts.join(', ').replace(/, (\w+)$/, ' and $1')
  return (
    `This function is already memoized as ${name}, with a different ${partNames}; ` +
    'pass the same options, choose another name, or set "replace".'
  )
}

/** The options before validation, in which callers without TypeScript can pass any value. */
type UncheckedOptions = Readonly<Partial<Record<keyof RegisterOptions, unknown>>>

function registrationProblem(options: unknown, implementation: unknown): string | null {
  if (typeof options !== 'object' || options === null)
    return `The options of a memoized function ${mustBe('an object with a name', options)}`
  const { name, ...unchecked }: UncheckedOptions = options
  if (typeof name !== 'string') return `The name of a memoized function ${mustBe('a string', name)}`
  if (!isFunctionName(name))
    return `${formatValue(name)} cannot be the name of a memoized function: a name has 1 to 200 letters, digits and _ $ @ . / - in ASCII.`
  if (!isFunction(implementation)) return `The implementation of ${name} ${mustBe('a function', implementation)}`
  return optionProblem(unchecked, option => `${option} of ${name}`)
}

/**
 * Returns a description of the first invalid option. `nameOf` returns the name that the description uses for an option.
 */
export function optionProblem(
  options: UncheckedOptions,
  nameOf = (option: string): string => `option ${option}`,
): string | null {
  for (const [option, isValid, rule] of rules) {
    const value = options[option]
    if (value !== undefined && !isValid(value)) return `The ${nameOf(option)} ${mustBe(rule, value)}`
  }
  return null
}

const maxPeriod = 2_000_000
const period = `a number of seconds from 0 to ${maxPeriod}`

const isFunction = (value: unknown): boolean => typeof value === 'function'
const isAboveZero = (value: unknown): boolean => typeof value === 'number' && value > 0
const isPeriod = (value: unknown): boolean => value === 0 || (isAboveZero(value) && Number(value) <= maxPeriod)

type OptionRule = readonly [
  option: Exclude<keyof Definition, 'implementation'>,
  isValid: (value: unknown) => boolean,
  rule: string,
]

const rules: readonly OptionRule[] = [
  ['key', isFunction, 'a function of its arguments'],
  ['version', value => typeof value === 'string' || Number.isFinite(value), 'a string or a finite number'],
  [
    'ttl',
    value => isFunction(value) || isAboveZero(value),
    'a number of seconds above 0, or a function that returns it',
  ],
  ['tags', value => isFunction(value) || Array.isArray(value), 'a list, or a function that returns a list'],
  ['localFor', isPeriod, period],
  ['staleFor', isPeriod, period],
  ['lease', isPeriod, period],
]

const definitionParts: readonly (keyof Definition)[] = ['implementation', ...rules.map(([option]) => option)]
