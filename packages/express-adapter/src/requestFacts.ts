import type { ServerResponse } from 'node:http'
import type { Caller } from '@plenum/core'
import type { Route } from './route.js'

/** What was found out about a request on the way to its answer, for logs and metrics. */
export interface RequestFacts {
  /** The row of the table that it is for; undefined where there is none. */
  readonly row?: Pick<Route, 'address'> | undefined
  /** The path of content that it is for. */
  readonly path: string
  /** The `@name` that is asked for there; null for the content itself. */
  readonly view: string | null
  /** Undefined where nobody was let in. */
  readonly caller?: Caller
}

const noted = Symbol('facts')

/** The facts are kept on the response itself, which costs a tenth of a map beside it. */
type Noting = ServerResponse & { [noted]?: RequestFacts }

export function noteFacts(res: ServerResponse, facts: RequestFacts): void {
  const noting: Noting = res
  noting[noted] = facts
}

/** The facts about the request of an answer; undefined for one that names no content, or is none of the service's. */
export function factsOf(res: ServerResponse): RequestFacts | undefined {
  const noting: Noting = res
  return noting[noted]
}
