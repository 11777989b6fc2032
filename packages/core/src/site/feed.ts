import type { QueryParameters } from '../content/query/queryParameters.js'
import type { TimeSlice } from '../foundation/scheduler.js'
import type { Site } from './createSite.js'
import type { OperationName } from './operations.js'
import type { OperationRequest } from './run/operation.js'

/** An answer of a site in a format of other programs, at `GET {path}/{view}`. */
export interface Feed {
  /** With its `@@`: `@@schedule.ics`. */
  readonly view: string
  readonly operation: OperationName
  /** The query parameters that it reads. */
  readonly parameters: readonly string[]
  /** Its media type. */
  readonly type: string
  /** Its text, from an answer of the operation. Throws the refusals of the operation. */
  text(site: Pick<Site, 'run'>, context: Omit<OperationRequest<unknown>, 'input'>, at: FeedTarget): Promise<string>
}

export interface FeedTarget {
  /** URL of the site root, without a slash at its end. */
  readonly base: string
  /** Its host, with a port unless it is the default one. */
  readonly host: string
  /** URL of the feed itself, without its query. */
  readonly url: string
  readonly query: Pick<QueryParameters, 'get'>
  /** Long feeds yield between time slices. */
  readonly slice: TimeSlice
}
