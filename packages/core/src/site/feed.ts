import type { QueryParameters } from '../content/query/queryParameters.js'
import type { TimeSlice } from '../foundation/scheduler.js'
import type { OperationName } from './operations.js'
import type { OperationRequest } from './run/operation.js'
import type { Site } from './site.js'

/** A feed at `GET {path}/{view}`, which presents the result of an operation in a format for other programs. */
export interface Feed {
  /** The name of the view, including `@@`, such as `@@schedule.ics`. */
  readonly view: string
  readonly operation: OperationName
  /** The names of the query parameters that the feed reads. */
  readonly parameters: readonly string[]
  readonly type: string
  /** Whether the response to a query is personal. If so, caches must not store the response. */
  isPersonal?(query: FeedTarget['query']): boolean
  /** Returns the feed as a string. Throws the errors of the underlying operation. */
  text(site: Pick<Site, 'run'>, context: Omit<OperationRequest<unknown>, 'input'>, at: FeedTarget): Promise<string>
}

export interface FeedTarget {
  /** The URL of the site root, without a trailing slash. */
  readonly base: string
  /** The host in `base`, including the port unless it is the default port. */
  readonly host: string
  /** The URL of the feed, without its query. */
  readonly url: string
  readonly query: Pick<QueryParameters, 'get'>
  /** The time slice in which the feed is generated, so that a long feed can yield to other tasks. */
  readonly slice: TimeSlice
}
