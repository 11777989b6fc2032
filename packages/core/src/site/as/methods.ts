import type { QueryParameters } from '../../content/query/queryParameters.js'
import { rootPath } from '../../foundation/paths.js'
import { objectOperations } from '../objectOperations.js'
import {
  type AnswerOf,
  type InputOf,
  isNamedOperation,
  type NamedOperation,
  type OperationAreas,
  type OperationName,
} from '../operations.js'
import type { OwnMethods, OwnOperations } from '../own/ownOperation.js'
import { queryInputs } from '../query/queryInputs.js'
import { siteOperations } from '../siteOperations.js'
import { methodInputs, noParameters } from './methodInputs.js'
import { methodResults } from './methodResults.js'

type MethodInputs = typeof methodInputs
type MethodResults = typeof methodResults
type QueryInputs = typeof queryInputs

type Optional<Input, Keys extends PropertyKey> = Omit<Input, Keys> & Partial<Pick<Input, Keys & keyof Input>>

type Rest<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input]

type PlainInput<Input> = [Input] extends [undefined] ? [] : undefined extends Input ? [input?: Input] : [input: Input]

type Arguments<N extends OperationName> = N extends keyof MethodInputs
  ? Parameters<MethodInputs[N]>
  : N extends keyof QueryInputs
    ? InputOf<N> extends object
      ? Rest<Optional<InputOf<N>, keyof ReturnType<QueryInputs[N]>>>
      : []
    : PlainInput<InputOf<N>>

type Result<N extends OperationName> = N extends keyof MethodResults ? ReturnType<MethodResults[N]> : AnswerOf<N>

type ObjectMethod<N extends OperationName> = (path: string, ...input: Arguments<N>) => Promise<Result<N>>
type MethodFor<N extends OperationName, Action extends string> = N extends 'getContent' | 'getVersion'
  ? ContentMethod<N>
  : N extends TransitionOperation
    ? TransitionMethod<N, Action>
    : N extends 'searchContent'
      ? SearchMethod<N>
      : ObjectMethod<N>
type SiteMethod<N extends OperationName> = (...input: Arguments<N>) => Promise<Result<N>>

/** `Fields` adds the fields of an application's types to the payload. */
type ContentMethod<N extends OperationName> = <Fields extends object = object>(
  path: string,
  ...input: Arguments<N>
) => Promise<Result<N> & Partial<Fields>>

type TransitionOperation = 'transitionContent' | 'previewTransition' | 'planTransition'
type OptionsOf<N extends TransitionOperation> = Arguments<N> extends [string, ...infer Options] ? Options : []

/**
 * A method that takes the id of a transition. It is declared in method syntax, so that a site with literal ids is
 * assignable to `Site`.
 */
type TransitionMethod<N extends TransitionOperation, Action extends string> = {
  run(path: string, transition: Action, ...options: OptionsOf<N>): Promise<Result<N>>
}['run']

/** `Columns` adds an application's catalog columns to the summaries. */
type SearchMethod<N extends 'searchContent'> = <Columns extends object = object>(
  path: string,
  ...input: Arguments<N>
) => Promise<Omit<Result<N>, 'items'> & { readonly items: readonly (Result<N>['items'][number] & Partial<Columns>)[] }>

type ObjectMethods<Areas, Action extends string> = {
  readonly [A in keyof Areas]: Areas[A] extends NamedOperation
    ? MethodFor<keyof Areas[A] & OperationName, Action>
    : { readonly [M in keyof Areas[A]]: MethodFor<keyof Areas[A][M] & OperationName, Action> }
}

type SiteMethods<Areas> = {
  readonly [A in keyof Areas]: { readonly [M in keyof Areas[A]]: SiteMethod<keyof Areas[A][M] & OperationName> }
}

/**
 * The operations of a site as methods, by area. Methods for operations on an object take its path as their first
 * argument.
 */
export type CallerMethods<Action extends string = string> = ObjectMethods<typeof objectOperations, Action> &
  SiteMethods<typeof siteOperations>

export type RunByName = (name: string, path: string, input: unknown) => Promise<unknown>

type Method = (...args: unknown[]) => Promise<unknown>
type Functions = Readonly<Record<string, ((...args: never[]) => unknown) | undefined>>

const inputs: Functions = methodInputs
const results: Functions = methodResults
const defaults: Readonly<Record<string, ((query: QueryParameters) => object | undefined) | undefined>> = queryInputs

function inputOf(name: string, args: readonly unknown[]): unknown {
  const make = inputs[name]
  if (make) return make(...(args as never[]))
  const [input] = args
  const byDefault = defaults[name]?.(noParameters)
  return byDefault === undefined ? input : { ...byDefault, ...(input as object | undefined) }
}

const methodOf = (named: NamedOperation, takesPath: boolean): ((run: RunByName) => Method) => {
  const [name = ''] = Object.keys(named)
  const present = results[name] as ((answer: unknown) => unknown) | undefined
  return run =>
    async (...args) => {
      const [path, rest] = takesPath ? [pathIn(args), args.slice(1)] : [rootPath, args]
      const answer = await run(name, path, inputOf(name, rest))
      return present ? present(answer) : answer
    }
}

/**
 * Returns the path, which is the first argument of a method. Throws if it is not a path, because JavaScript callers are
 * not type-checked.
 */
function pathIn([path]: readonly unknown[]): string {
  if (typeof path === 'string' && path.startsWith(rootPath)) return path
  throw new TypeError("The first argument of this method is the path of an object, such as '/' or '/news/today'.")
}

type Methods = Method | Readonly<Record<string, Method>>
type ToMethods = (run: RunByName) => Methods

function areaOf(entry: OperationAreas[string], takesPath: boolean): ToMethods {
  if (isNamedOperation(entry)) return methodOf(entry, takesPath)
  const all = Object.entries(entry).map(([name, named]) => [name, methodOf(named, takesPath)] as const)
  return run => Object.fromEntries(all.map(([name, toMethod]) => [name, toMethod(run)]))
}

/** Combines tables of operations. If an area occurs in several tables, its methods are merged. */
function areasOf(...tables: readonly (readonly [areas: OperationAreas, takesPath: boolean])[]) {
  const areas = new Map<string, ToMethods>()
  for (const [table, takesPath] of tables)
    for (const [name, entry] of Object.entries(table)) {
      const [other, own] = [areas.get(name), areaOf(entry, takesPath)]
      areas.set(name, other ? run => Object.assign(other(run), own(run)) : own)
    }
  return areas
}

const runs = new WeakMap<object, RunByName>()

/**
 * Returns an object with a getter for each area. The methods of an area are created on first use, because creating all
 * methods for each request would take too long.
 */
function gettersOf(areas: ReadonlyMap<string, ToMethods>): object {
  const getters = [...areas].map(([name, toMethods]) => {
    function get(this: object): Methods {
      const run = runs.get(this)
      if (!run) throw new TypeError('Call `site.as`, and use the object that it returns.')
      const value = toMethods(run)
      Object.defineProperty(this, name, { value, enumerable: true })
      return value
    }
    return [name, { enumerable: true, get }] as const
  })
  return Object.defineProperties({}, Object.fromEntries(getters))
}

const namedAreas = (own: OwnOperations): OperationAreas =>
  Object.fromEntries(
    Object.entries(own).map(([area, methods]) => [
      area,
      Object.fromEntries(Object.keys(methods).map(method => [method, { [`${area}.${method}`]: noOperation }])),
    ]),
  )

/** The placeholder for each operation of an application. Only the names of these operations are used. */
const noOperation = { permission: null, run: async () => ({ answer: null }) }

/** Returns a function that creates the methods for all operations, including the operations of the application. */
export function methodFactory<Own extends OwnOperations>(own: Own | undefined) {
  const getters = gettersOf(areasOf([objectOperations, true], [siteOperations, false], [namedAreas(own ?? {}), true]))
  return (run: RunByName): CallerMethods & OwnMethods<Own> => {
    const methods: CallerMethods & OwnMethods<Own> = Object.create(getters)
    runs.set(methods, run)
    return methods
  }
}
