import type { CsvFile, FileBytes, RouteAnswers, RouteBodies, RouteParameters } from '@plenum/express-adapter/contract'
import type { QueryParameters, QueryValue } from './queryString.js'

/** The address of a route in the OpenAPI description of the service, such as `GET @history/*`. */
export type Address = keyof RouteAnswers

export type MethodOf<A extends string> = A extends `${infer Method} ${string}` ? Method : A

type Received<Body> = Body extends FileBytes ? Blob : Body extends CsvFile ? never : Body

/** The body of a successful response: JSON, a Blob for files, or null for an empty body. */
export type Answer<A extends Address> = Received<RouteAnswers[A][keyof RouteAnswers[A]]>

/** The JSON body of a request, or null if the route does not read a body. */
export type Body<A extends Address> = A extends keyof RouteBodies ? RouteBodies[A] : null

type Known<A extends Address> = A extends keyof RouteParameters
  ? { readonly [Name in keyof RouteParameters[A]]?: QueryValue }
  : object

/** The query parameters of a route. A search also accepts the name of any index as a parameter. */
export type Parameters<A extends Address> = A extends 'GET @search'
  ? QueryParameters
  : Known<A> & { readonly [Name in `expand.${string}`]?: QueryValue }

/** The path segments that replace the wildcards in an address. */
export type Segments<A extends string> = A extends `${string}/*${infer Rest}`
  ? [segment: string, ...Segments<Rest>]
  : A extends `${string}/?`
    ? [segment?: string]
    : []

type Pattern<View extends string> = View extends `${infer Head}/*${infer Rest}`
  ? `${Head}/${string}${Pattern<Rest>}`
  : View extends `${infer Head}/?`
    ? Head | `${Head}/${string}`
    : View

type Matches<A extends Address, Method extends string, Path extends string> = A extends `${Method} ${infer View}`
  ? Path extends `${string}/${Pattern<View>}`
    ? A
    : never
  : A extends Method
    ? Path extends `${string}/@${string}`
      ? never
      : A
    : never

type Matching<Method extends string, Path extends string> = {
  [A in Address]: Matches<A, Method, Path>
}[Address]

type AnswerOfAny<A extends Address> = [A] extends [never] ? unknown : Answer<A>

/**
 * The body of a successful response to a request with the given method and path. The type is `unknown` if the path is
 * not a literal type or if it belongs to a route that the application has added.
 */
export type AnswerAt<Method extends string, Path extends string> = string extends Path
  ? unknown
  : AnswerOfAny<Matching<Method, Path>>
