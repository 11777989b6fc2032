import type { OperationName, PageBodies, RouteView } from '@plenum/core'
import { type Method, type Rest, type Route, type Row, routeOf } from '../exchange/route.js'
import type { AnswerBody, RouteAnswers } from './routeAnswers.js'
import type { RouteBodies } from './routeBodies.js'

type MethodOf<Address extends string> = Address extends `${infer M extends Method} ${string}` ? M : Address & Method

/** Forbids pages whose body differs from the body in `RouteAnswers`. */
type PageOf<V extends RouteView, Body> = [V] extends [never]
  ? unknown
  : PageBodies[V] extends Body
    ? unknown
    : { readonly page: never }

type ServiceRow<Address extends keyof RouteAnswers, N extends OperationName, V extends RouteView> = Row<
  MethodOf<Address>,
  N,
  V,
  Exclude<AnswerBody<Address>, null>,
  AnswerBody<Address>
> &
  PageOf<V, AnswerBody<Address>>

/** The addresses of routes whose bodies have schemas. */
type ServiceAddress =
  | Exclude<keyof RouteAnswers, `${'POST' | 'PATCH'}${string}`>
  | (keyof RouteAnswers & keyof RouteBodies)

/** Creates a route of the service, like `route` in `exchange/route.ts`, with the bodies from `RouteAnswers`. */
export const route = <Address extends ServiceAddress, N extends OperationName, V extends RouteView = never>(
  address: Address,
  operation: N,
  ...[row]: Rest<ServiceRow<Address, N, V>>
): Route => routeOf<N, V>(address, operation, row)
