import type { QueryParameters } from '../content/query/queryParameters.js'
import type { TimeSlice } from '../foundation/scheduler.js'
import type { Site } from './createSite.js'
import type { OperationName } from './operations.js'
import type { OperationRequest } from './run/operation.js'

/** A feed, which presents an answer in the format of other programs at `GET {path}/{view}`. */
export interface Feed {
  /** The name of the view, including `@@`, such as `@@schedule.ics`. */
  readonly view: string
  readonly operation: OperationName
  /** The query parameters that the feed reads. */
  readonly parameters: readonly string[]
  /** The media type of the feed. */
  readonly type: string
  /** Whether the query discloses something about the reader. In this case, caches must not store the response. */
  isPersonal?(query: FeedTarget['query']): boolean
  /** Returns the text of the feed, which is based on an answer of the operation. Throws the errors of the operation. */
  text(site: Pick<Site, 'run'>, context: Omit<OperationRequest<unknown>, 'input'>, at: FeedTarget): Promise<string>
}

export interface FeedTarget {
  /** The URL of the site root, without a trailing slash. */
  readonly base: string
  /** The host in `base`, including the port unless it is the default port. */
  readonly host: string
  /** The URL of the feed itself, without its query. */
  readonly url: string
  readonly query: Pick<QueryParameters, 'get'>
  /** The time slice, which long feeds use to yield to other tasks. */
  readonly slice: TimeSlice
}
