import type { Caller, Catalog, HtmlPages, LoginFailures, MinuteCounts } from '@plenum/core'
import type { Request } from 'express'
import type { CachedAnswers } from '../cache/cacheAnswers.js'
import type { AnswerBudget } from '../guards/answerBudget.js'
import type { LargeBody, LargeBodyLimits } from '../guards/largeBody.js'
import type { Route } from './route.js'
import type { VisitorSites } from './visitorSites.js'

export interface RouterOptions {
  /** Base URL of every `@id`, without a trailing slash; taken from the request if omitted. */
  readonly publicUrl?: string
  /** Maximum bytes of a request with a file; default 25 MiB. */
  readonly maxUpload?: number
  /** Votes per minute from one address, for visitors; unlimited by default. */
  readonly voteRateLimit?: number
  /** Failed logins per minute; by default 10 for a name and 30 from an address. */
  readonly loginFailures?: LoginFailures
  /**
   * Counters of failed logins and votes per minute, shared by several processes; in the memory of this process if
   * omitted.
   */
  readonly counts?: MinuteCounts
  /**
   * Identifies the caller, for applications with their own logins; anonymous if it returns undefined. `ownLogin`
   * authenticates by Basic credentials and tokens, as without this function.
   *
   * @example
   * callerOf: async (req, ownLogin) => (await site.member(nameInSession(req))) ?? ownLogin()
   */
  callerOf?(req: Request, ownLogin: () => Promise<Caller>): Caller | undefined | Promise<Caller | undefined>
  /**
   * Renders HTML pages for clients that prefer them to JSON, for example `htmlPages` of `@plenum/pages`; no pages if
   * omitted.
   */
  readonly html?: HtmlPages
  /** Maximum number of event streams with live poll results in one process; default 200. */
  readonly liveStreams?: number
  /** Aborted when the process is about to stop: event streams end first. */
  readonly stopping?: AbortSignal
  /** Your own routes, matched before those of the service; see `route`. */
  readonly routes?: readonly Route[]
  /** Languages besides English, by tag; the site chooses one, or lets `Accept-Language` choose. */
  readonly catalogs?: Readonly<Record<string, Catalog>>
  /**
   * Origins whose pages may read and write, for example `https://www.example.org`; only that of this site if omitted.
   * `*` lets all pages read, without credentials.
   */
  readonly corsOrigins?: readonly string[]
  /** Decodes and parses bodies above 1 MiB in another thread; in the event loop if omitted. */
  parseLargeBody?(bytes: Uint8Array, limits: LargeBodyLimits): Promise<LargeBody>
  /**
   * Sites on replicas, which may lag slightly: one of them answers a GET without credentials and cookies. Not used with
   * `callerOf`.
   */
  readonly visitorSites?: VisitorSites
  /** The cache of finished answers; see `cacheAnswers`. Pass the same one to `createServer` too. */
  readonly answers?: CachedAnswers
  /** Memory budget for answers that wait for their clients; 128 MiB for the process if omitted. */
  readonly answerBudget?: AnswerBudget
  /** Called with faults that the client did not cause, and with the id of the request. */
  onError?(error: unknown, requestId: string): void
}
