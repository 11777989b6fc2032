import type { Site, SiteState, SpokenLanguage, Work } from '@plenum/core'
import type { VoteLimit } from '@plenum/core/polls'
import type { Request, Response } from 'express'
import type { ReadAddress } from './addresses.js'
import type { IncomingBody } from './guards/incomingBody.js'
import type { EdgeLimits } from './guards/limits.js'
import type { LoginGuard } from './guards/loginGuard.js'
import type { AskedPage } from './pages/askedPage.js'
import type { PageMaker } from './pages/pageMaker.js'
import type { RouterOptions } from './routerOptions.js'

/** One request and what its answer is made with. */
export interface Exchange {
  readonly site: Site
  /** The site that is never behind, for what is followed longer than one answer takes. */
  readonly original: Site
  readonly options: RouterOptions
  readonly limits: EdgeLimits
  readonly req: Request
  readonly res: Response
  readonly requestId: string
  /** Headers of every answer that are still to be set, names and values in turn; null where the response has them already. */
  readonly standing: readonly string[] | null
  /** What the site held at a moment after the request came; null where nobody has asked. */
  readonly state: SiteState | null
  readonly work: Work
  readonly incoming: IncomingBody
  readonly spoken: SpokenLanguage
  readonly readAddress: ReadAddress
  readonly guardLogins: LoginGuard
  readonly limitVotes: VoteLimit
  /** What makes pages; null where there are none. */
  readonly pages: PageMaker | null
  /** What the request asks of them; null where it has nothing to do with pages. */
  readonly page: AskedPage | null
}
