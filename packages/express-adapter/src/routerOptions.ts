import type { Caller, Catalog, HtmlPages, LoginFailures, MinuteCounts } from '@plenum/core'
import type { Request } from 'express'
import type { AnswerRoom } from './guards/answerRoom.js'
import type { LargeBody, LargeBodyLimits } from './guards/largeBody.js'
import type { KeptAnswers } from './kept/keepAnswers.js'
import type { Route } from './route.js'
import type { VisitorSites } from './visitorSites.js'

export interface RouterOptions {
  /** URL that every `@id` begins with; from the request when it is left out. No slash at its end. */
  readonly publicUrl?: string
  /** Bytes of a request with a file in it; 25 MiB unless told otherwise. */
  readonly maxUpload?: number
  /** Votes that visitors of one address may cast in a minute; as many as they like unless told otherwise. */
  readonly voteRateLimit?: number
  /** Logins that may fail in a minute; 10 with a name and 30 from an address unless told otherwise. */
  readonly loginFailures?: LoginFailures
  /** Where failed logins and votes of a minute are counted, for several processes; in the memory of this one when it is left out. */
  readonly counts?: MinuteCounts
  /**
   * Says who sent a request, for applications with logins of their own; nobody who is known when it gives undefined.
   * `ownLogin` goes by Basic credentials and tokens, as without this function.
   *
   * @example
   * callerOf: async (req, ownLogin) => (await site.member(nameInSession(req))) ?? ownLogin()
   */
  callerOf?(req: Request, ownLogin: () => Promise<Caller>): Caller | undefined | Promise<Caller | undefined>
  /** What makes HTML pages for who prefers them to JSON, such as `htmlPages` of `@plenum/pages`; none when it is left out. */
  readonly html?: HtmlPages
  /** How many pages of one process may be told of votes as they come; 200 unless told otherwise. */
  readonly liveStreams?: number
  /** Aborted when the process is about to stop: such streams end first. */
  readonly stopping?: AbortSignal
  /** Rows of your own, asked before those of the service; see `route`. */
  readonly routes?: readonly Route[]
  /** Languages beside English, by tag; the site chooses among them, or lets `Accept-Language` choose. */
  readonly catalogs?: Readonly<Record<string, Catalog>>
  /**
   * Origins whose pages may read and write, such as `https://www.example.org`; only those of this site when left out.
   * `*` lets all pages read, without credentials.
   */
  readonly corsOrigins?: readonly string[]
  /** Decodes and parses bodies above 1 MiB, in another thread; in the event loop when it is left out. */
  parseLargeBody?(bytes: Uint8Array, limits: LargeBodyLimits): Promise<LargeBody>
  /**
   * Sites on copies of the data that may be a little behind: one of them answers a GET without credentials and cookies. Not
   * used with `callerOf`.
   */
  readonly visitorSites?: VisitorSites
  /** Where answers are kept; see `keepAnswers`. They are when `createServer` has the same. */
  readonly answers?: KeptAnswers
  /** Where answers wait for their clients; one of 128 MiB for the process when it is left out. */
  readonly answerRoom?: AnswerRoom
  /** Told of faults that are not the caller's, with the id that the caller was given. */
  onError?(error: unknown, requestId: string): void
}
