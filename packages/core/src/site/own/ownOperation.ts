import type { ContentNode, Lineage } from '../../content/node/node.js'
import type { SearchParameters } from '../../content/query/searchParameters.js'
import type { Instant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Caller } from '../../security/caller.js'

/** The requested object in a snapshot of the site, and the context of the request. */
export interface OwnContext {
  readonly object: ContentNode
  /** The containers of the object, beginning with the site root, followed by the object itself. */
  readonly lineage: Lineage
  readonly caller: Caller
  readonly now: Instant
  /** Whether the caller has a permission on the object. */
  hasPermission(permission: string): boolean
  /**
   * Reads another object from the same snapshot. Resolves to null if the object does not exist or the caller may not
   * view it.
   */
  read(path: string): Promise<ContentNode | null>
  /**
   * Searches the same snapshot at and below the object, with the same parameters as `search` in `site.as`. The result
   * contains only objects that the caller may view.
   */
  search(parameters: SearchParameters, options?: OwnSearchOptions): Promise<OwnHits>
}

/** The hits to return: `size` hits, at most 100 (the default), beginning with the hit at the `start` index. */
export interface OwnSearchOptions {
  readonly start?: number
  readonly size?: number
}

/** The paths of the requested hits in sort order, and the number of all hits. */
export interface OwnHits {
  readonly total: number
  readonly paths: readonly string[]
}

/**
 * A change that an operation makes: `update` contains new field values like the body of a `PATCH` request, `create`
 * adds an item to the object, and `transition` runs a transition. The usual permissions, rules of types and guards of
 * transitions apply. `path` selects another object. On this object, the caller also needs the permission that the
 * site's own operation for this change requires.
 */
export type OwnChange = { readonly path?: string } & (
  | { readonly update: JsonObject }
  | { readonly create: JsonObject }
  | { readonly transition: string; readonly comment?: string }
)

/** The result of an operation, and optional changes that are committed before the result is returned. */
export interface OwnOutcome<Answer> {
  readonly answer: Answer
  /**
   * The change, or a list of at most 50 changes, which are committed in one transaction. Containers are changed before
   * their items, and new objects are created last. Otherwise, the order of the list applies.
   */
  readonly change?: OwnChange | readonly OwnChange[]
}

/**
 * An operation that an application adds to a site (docs/embedding.md, Your own operations).
 *
 * @example
 * const serve = defineOperation({
 *   summary: 'Sets the portions of a recipe',
 *   permission: 'Modify portal content',
 *   types: ['Recipe'],
 *   input: { type: 'object', required: ['portions'], properties: { portions: { type: 'integer', minimum: 1 } } },
 *   decide: (_, { portions }: { readonly portions: number }) => ({ answer: { portions }, change: { update: { portions } } }),
 * })
 * const site = createSite(platform, { operations: { recipes: { serve } } })
 * await site.as(ana).recipes.serve('/soup', { portions: 8 })
 */
export interface OwnOperation<Input, Answer> {
  /** One sentence that describes the operation, for API descriptions. */
  readonly summary: string
  /** The permission on the object that the caller needs, or null if the operation is public. */
  readonly permission: string | null
  /** The ids of the types whose objects support the operation. Defaults to all types. */
  readonly types?: readonly string[]
  /** The JSON Schema of the input. If it is omitted, the operation has no input. */
  readonly input?: JsonObject
  /** The JSON Schema of the result, for API descriptions. */
  readonly answer?: JsonObject
  /**
   * Returns the result and the change. This function must have no side effects, because it is called again after a
   * concurrent change. To refuse the request, throw a DomainError.
   */
  decide(context: OwnContext, input: Input): OwnOutcome<Answer> | Promise<OwnOutcome<Answer>>
}

/** The operations of an application, by area and method. */
export interface OwnOperations {
  readonly [area: string]: { readonly [method: string]: OwnOperation<never, unknown> }
}

export type NoOperations = Readonly<Record<never, never>>

/** The name and the metadata of an application's operation. */
export interface OwnOperationDescription
  extends Pick<OwnOperation<never, unknown>, 'summary' | 'permission' | 'types' | 'input' | 'answer'> {
  /** The area and the method, such as `recipes.serve`. */
  readonly name: string
}

/** Returns the operation unchanged. The compiler infers the types of the input and the result from `decide`. */
export const defineOperation = <Input = undefined, Answer = unknown>(
  operation: OwnOperation<Input, Answer>,
): OwnOperation<Input, Answer> => operation

type Arguments<Input> = [unknown] extends [Input] ? [] : [Input] extends [undefined] ? [] : [input: Input]

type OwnMethod<Operation> =
  Operation extends OwnOperation<infer Input, infer Answer>
    ? (path: string, ...input: Arguments<Input>) => Promise<Answer>
    : never

/** The operations of an application as methods (see `CallerMethods`). */
export type OwnMethods<Own extends OwnOperations> = {
  readonly [A in keyof Own]: { readonly [M in keyof Own[A]]: OwnMethod<Own[A][M]> }
}

export const describeOwn = (own: OwnOperations): readonly OwnOperationDescription[] =>
  Object.entries(own).flatMap(([area, methods]) =>
    Object.entries(methods).map(([method, { decide: _, ...description }]) => ({
      name: `${area}.${method}`,
      ...description,
    })),
  )
