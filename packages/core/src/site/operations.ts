import { objectOperations } from './objectOperations.js'
import type { Operation } from './run/operation.js'
import { siteOperations } from './siteOperations.js'

/** An object with a single key, which is the name of the operation. */
export type NamedOperation = { readonly [N in string]: Operation<never, unknown> }

/** Operations by area and method. If an area has only one method, the area can be this method. */
export interface OperationAreas {
  readonly [area: string]: NamedOperation | { readonly [method: string]: NamedOperation }
}

type Entries<Areas> = {
  [A in keyof Areas]: Areas[A] extends NamedOperation ? Areas[A] : Areas[A][keyof Areas[A]]
}[keyof Areas]

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

type Table = Intersection<Entries<typeof objectOperations> | Entries<typeof siteOperations>>
type Operations = { readonly [N in keyof Table]: Table[N] }

/** The name of an operation, such as `getContent` or `castVote`. */
export type OperationName = keyof Operations
/** The input of the operation with the name `N`. */
export type InputOf<N extends OperationName> = Parameters<Operations[N]['run']>[1]
/** The result of the operation with the name `N`. */
export type AnswerOf<N extends OperationName> = Operations[N] extends Operation<infer _, infer Answer> ? Answer : never

export const isNamedOperation = (entry: OperationAreas[string]): entry is NamedOperation =>
  Object.values(entry).some(value => 'run' in value)

const entriesOf = (areas: OperationAreas): readonly NamedOperation[] =>
  Object.values(areas).flatMap(area => (isNamedOperation(area) ? [area] : Object.values(area)))

export const operations: Operations = Object.assign({}, ...[objectOperations, siteOperations].flatMap(entriesOf))
