import type { ServerResponse } from 'node:http'
import type { Caller } from '@plenum/core'
import type { Route } from './route.js'

/** The properties of a request that logs and metrics use. */
export interface RequestFacts {
  /** The matching route, or undefined if no route matches. */
  readonly row?: Pick<Route, 'address'> | undefined
  readonly path: string
  /** The `@name` of the service or page, or null if the request is for the content object itself. */
  readonly view: string | null
  /** The caller, or undefined if the caller was not authenticated. */
  readonly caller?: Caller
}

const factsKey = Symbol('facts')

type WithFacts = ServerResponse & { [factsKey]?: RequestFacts }

export function noteFacts(res: ServerResponse, facts: RequestFacts): void {
  const holder: WithFacts = res
  holder[factsKey] = facts
}

/**
 * Returns the recorded properties of a request, or undefined if the request was refused before they could be recorded.
 */
export function factsOf(res: ServerResponse): RequestFacts | undefined {
  const holder: WithFacts = res
  return holder[factsKey]
}
