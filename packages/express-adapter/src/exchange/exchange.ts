import type { NegotiatedLanguage, Site, SiteState, Task } from '@plenum/core'
import type { VoteLimit } from '@plenum/core/polls'
import type { Request, Response } from 'express'
import type { IncomingBody } from '../guards/incomingBody.js'
import type { EdgeLimits } from '../guards/limits.js'
import type { LoginGuard } from '../guards/loginGuard.js'
import type { PageRenderer } from '../html/pageRenderer.js'
import type { ReadAddress } from '../pipeline/addresses.js'
import type { PageRequest } from './pageRequest.js'
import type { RouterOptions } from './routerOptions.js'

/** One request with everything needed to answer it. */
export interface Exchange {
  readonly site: Site
  /** The primary site, which is never behind a replica, for streams that outlive one answer. */
  readonly primarySite: Site
  readonly options: RouterOptions
  readonly limits: EdgeLimits
  readonly req: Request
  readonly res: Response
  readonly requestId: string
  /** Headers common to all answers, names and values alternating; null if the response has them already. */
  readonly commonHeaders: readonly string[] | null
  /** The state of the site after the request arrived; null if it was not read. */
  readonly state: SiteState | null
  readonly task: Task
  readonly incoming: IncomingBody
  readonly negotiatedLanguage: NegotiatedLanguage
  readonly readAddress: ReadAddress
  readonly guardLogins: LoginGuard
  readonly limitVotes: VoteLimit
  /** Renders pages; null if the application has none. */
  readonly pages: PageRenderer | null
  /** The page that the request asks for; null if it has nothing to do with pages. */
  readonly page: PageRequest | null
}
