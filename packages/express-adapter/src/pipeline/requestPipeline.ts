import { defaultLoginFailures, languageNegotiator, minuteCounts, type Site, type SiteState } from '@plenum/core'
import { voteLimit } from '@plenum/core/polls'
import type { Request, Response } from 'express'
import type { CacheOptions } from '../cache/cacheAnswers.js'
import type { VoteOptions } from '../endpoints/polls.js'
import type { RoutesOptions } from '../exchange/route.js'
import type { TargetOptions } from '../exchange/target.js'
import { viewerLoader } from '../exchange/viewerFiles.js'
import { forSites, type ReplicaOptions } from '../exchange/visitorSites.js'
import type { BudgetOptions } from '../guards/answers/answerBudget.js'
import { maxBytes } from '../guards/bodies/bodySizes.js'
import { incomingBody } from '../guards/bodies/incomingBody.js'
import { serveInOrder } from '../guards/connections/connectionQueue.js'
import type { EdgeLimits } from '../guards/limits.js'
import { type LoginLimitOptions, loginGuard, registrationGuard } from '../guards/loginGuard.js'
import { networkOf } from '../guards/networkOf.js'
import { requestIdOf } from '../guards/requestId.js'
import { acceptedLanguages, type LanguageOptions } from '../headers/acceptedLanguages.js'
import type { LoginOptions } from '../headers/authenticate.js'
import { commonHeadersOf } from '../headers/commonHeaders.js'
import type { OriginOptions } from '../headers/foreignOrigin.js'
import { createPageRenderer, type PageOptions } from '../pages/pageRenderer.js'
import { pageRoutes } from '../pages/pageRoutes.js'
import type { FaultOptions } from '../refusals/answerFaults.js'
import { routes } from '../routes.js'
import type { BodyOptions } from './body.js'
import { respond } from './respond.js'
import { setHeaders } from './sendReply.js'

/** The options of the service. Each option is declared by the module that uses it. */
export interface RouterOptions
  extends TargetOptions,
    RoutesOptions,
    ReplicaOptions,
    LoginOptions,
    LoginLimitOptions,
    VoteOptions,
    BodyOptions,
    PageOptions,
    LanguageOptions,
    OriginOptions,
    CacheOptions,
    BudgetOptions,
    FaultOptions {}

/**
 * Serves a request. `state` is the state of the site, read after the request arrived, or null if it has not been
 * read.
 */
export type Serve = (req: Request, res: Response, state?: SiteState | null) => void

export interface RequestPipeline {
  /** Serves requests in an application that may have set headers and may read the headers of the response. */
  readonly behindApplication: Serve
  /** Serves requests without an enclosing application. All headers are written in one call. */
  readonly direct: Serve
}

/**
 * Creates the functions that serve requests. Requests on one connection are answered in order. The functions never
 * throw.
 */
export function createRequestPipeline(site: Site, options: RouterOptions, limits: EdgeLimits): RequestPipeline {
  const lanes = forSites(site, options, laneSite => ({
    site: laneSite,
    negotiate: languageNegotiator(laneSite, options.catalogs),
  }))
  const counts = options.counts ?? minuteCounts(() => performance.now())
  const isShared = options.counts !== undefined
  const guardLogins = loginGuard(options.loginFailures ?? defaultLoginFailures, {
    counts,
    isShared,
    knownOrigins: site.loginPlaces,
  })
  const guardRegistrations = registrationGuard(counts)
  const limitVotes = voteLimit(options.voteRateLimit ?? 0, counts('votes'))
  const pages = createPageRenderer(options, limits)
  const apiViewer = viewerLoader(options.html?.apiViewer)
  const allRoutes = [...(options.routes ?? []), ...routes, ...(pages ? pageRoutes : [])]
  const enter = (
    req: Request,
    res: Response,
    commonHeaders: readonly string[] | null,
    state: SiteState | null,
  ): void => {
    const serve = (leave: () => void): void => {
      const lane = lanes.of(req)
      const requestParts = {
        site: lane.site,
        primarySite: site,
        req,
        res,
        incoming: incomingBody(req, res, { limits, limit: maxBytes }),
        task: site.scheduler.begin(() => networkOf(req.ip ?? '')),
        negotiatedLanguage: lane.negotiate(() => acceptedLanguages(req)),
        requestId: requestIdOf(req),
        commonHeaders,
        state,
        page: null,
        hasSession: false,
      }
      const guards = { guardLogins, guardRegistrations, limitVotes, routes: allRoutes, apiViewer }
      void respond({ options, limits, pages, ...guards, ...requestParts }, leave)
    }
    serveInOrder(req, limits.waiting, { res, serve })
  }
  return {
    behindApplication: (req, res) => {
      setHeaders(res, commonHeadersOf(req, options.corsOrigins))
      enter(req, res, null, null)
    },
    direct: (req, res, state = null) => enter(req, res, commonHeadersOf(req, options.corsOrigins), state),
  }
}
