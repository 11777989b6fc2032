import {
  abandoned,
  DomainError,
  defaultLoginFailures,
  languageNegotiator,
  minuteCounts,
  type Site,
  type SiteState,
  translateEnglish,
} from '@plenum/core'
import { voteLimit } from '@plenum/core/polls'
import type { Request, Response } from 'express'
import type { Exchange } from '../exchange/exchange.js'
import { pageRequestOf } from '../exchange/pageRequest.js'
import type { Reply } from '../exchange/reply.js'
import type { RouterOptions } from '../exchange/routerOptions.js'
import { type Target, targetOf } from '../exchange/target.js'
import { forSites } from '../exchange/visitorSites.js'
import { serveInOrder } from '../guards/connectionQueue.js'
import { incomingBody } from '../guards/incomingBody.js'
import { defaultAnswerBudget, type EdgeLimits } from '../guards/limits.js'
import { loginGuard } from '../guards/loginGuard.js'
import { networkOf } from '../guards/networkOf.js'
import { requestIdOf } from '../guards/requestId.js'
import { acceptedLanguages } from '../headers/acceptedLanguages.js'
import { commonHeadersOf } from '../headers/commonHeaders.js'
import { variesByOrigin } from '../headers/cors.js'
import { type LiveResults, liveResults } from '../html/live/liveResults.js'
import { createPageRenderer } from '../html/pageRenderer.js'
import { refusalPage } from '../pages/refusalPage.js'
import { notifyFault } from '../refusals/answerFaults.js'
import { errorReply, internalErrorReply } from '../refusals/errors.js'
import { addressReader } from './addresses.js'
import { maxBytes } from './body.js'
import { dispatch, type Frame } from './dispatch.js'
import { type SendBody, sendHead, setHeaders } from './sendReply.js'

/** Answers a request; `state` is the state of the site after the request arrived, null if unknown. */
export type Serve = (req: Request, res: Response, state?: SiteState | null) => void

/** The two entry points of the pipeline. */
export interface RequestPipeline {
  /** Behind an application, which may have set headers and may inspect those of the answer. */
  readonly behindApplication: Serve
  /** Without an application: all headers are written in one call. */
  readonly direct: Serve
}

/** The pipeline of every request: requests of a connection are answered in order, and no error escapes. */
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
  const limitVotes = voteLimit(options.voteRateLimit ?? 0, counts('votes'))
  const readAddress = addressReader(options)
  const pages = options.html ? createPageRenderer(options.html, openLive(options, limits)) : null
  const enter = (
    req: Request,
    res: Response,
    commonHeaders: Exchange['commonHeaders'],
    state: SiteState | null,
  ): void => {
    const serve = (leave: () => void): void => {
      const incoming = incomingBody(req, res, { limits, limit: maxBytes })
      const lane = lanes.of(req)
      const task = site.scheduler.begin(() => networkOf(req.ip ?? ''))
      const negotiatedLanguage = lane.negotiate(() => acceptedLanguages(req))
      const requestId = requestIdOf(req)
      const requestParts = {
        site: lane.site,
        primarySite: site,
        req,
        res,
        requestId,
        commonHeaders,
        state,
        task,
        incoming,
        negotiatedLanguage,
        page: null,
      }
      void runExchange({ options, limits, readAddress, guardLogins, limitVotes, pages, ...requestParts }, leave)
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

/** Maximum number of open event streams with poll results, per process. */
const defaultStreams = 200

const openLive = (
  { liveStreams: maxReaders = defaultStreams, stopping }: RouterOptions,
  limits: EdgeLimits,
): LiveResults => liveResults({ maxReaders, stopping, interval: limits.resultsInterval })

/** The task ends when the client has received its answer, or has disconnected. */
async function runExchange(exchange: Exchange, leave: () => void): Promise<void> {
  const { req, res, task, incoming } = exchange
  let hasResponded = false
  res.once('close', () => {
    if (hasResponded) task.end()
    else if (req.method === 'GET' || req.method === 'HEAD') task.abandon()
  })
  await respond(exchange, leave)
  hasResponded = true
  incoming.release()
  if (res.closed || req.socket.destroyed) task.end()
}

/**
 * Never rejects: the error page of Express contains the stack trace. `leave` starts the next request of the connection.
 */
async function respond(initialExchange: Exchange, leave: () => void): Promise<void> {
  const { res, options, requestId, negotiatedLanguage } = initialExchange
  let exchange = initialExchange
  let base = options.publicUrl ?? ''
  try {
    const target = targetOf(exchange)
    base = target.base
    exchange = withPageRequest(exchange, target)
    const frame = { base, translate: translateEnglish, chooseTranslation: negotiatedLanguage.chooseTranslation }
    await deliver(exchange, await beginAnswer(exchange, { target, frame }, leave))
  } catch (error) {
    if (isDisconnected(error, res)) return
    reportFault(exchange, error)
    const refusal = { base, translate: (await negotiatedLanguage.language()).translate, requestId }
    const reply = error instanceof DomainError ? errorReply(error, refusal) : internalErrorReply(refusal)
    await sendRefusal(exchange, { reply, base }, leave)
  }
}

/** Adds the page request, if the application has pages. */
function withPageRequest(exchange: Exchange, target: Target): Exchange {
  const { pages, req, readAddress } = exchange
  const page = pages && pageRequestOf(req, readAddress(req.method, target))
  return page ? { ...exchange, page } : exchange
}

/** A disconnected client gets no answer, and that is not a fault. */
function isDisconnected(error: unknown, res: Response): boolean {
  return error === abandoned && (res.closed || res.req.socket.destroyed)
}

interface Refusal {
  readonly reply: Reply
  readonly base: string
}

async function sendRefusal(exchange: Exchange, { reply, base }: Refusal, leave: () => void): Promise<void> {
  const { res, pages, page } = exchange
  try {
    if (res.headersSent) res.destroy()
    else {
      const refusal = pages && page?.isHtml ? await refusalPage(exchange, pages, { reply, base }) : reply
      await deliver(exchange, await sendHeadOf(exchange, refusal, leave))
    }
  } catch (error) {
    if (!isDisconnected(error, res)) notifyFault(exchange.options, error, exchange.requestId)
    res.destroy()
  }
}

/**
 * No function that waits for the client may reference the reply: the values that an answer is built from take more
 * memory than its bytes.
 */
const beginAnswer = (exchange: Exchange, { target, frame }: DispatchTarget, leave: () => void): Promise<SendBody> =>
  dispatch(exchange, target, frame).then(reply => sendHeadOf(exchange, reply, leave))

interface DispatchTarget {
  readonly target: Target
  readonly frame: Frame
}

/** A finished answer must not block other tasks while its client receives it. */
async function deliver({ task, incoming }: Exchange, sendBody: SendBody): Promise<void> {
  task.releasePermit()
  incoming.release()
  await sendBody()
}

async function sendHeadOf(exchange: Exchange, reply: Reply, leave: () => void): Promise<SendBody> {
  const { res, commonHeaders, task, incoming, negotiatedLanguage, options, page } = exchange
  // The application in front has let this request overtake an earlier one of the connection, which may be the one
  // waiting now.
  if (!res.socket) leave()
  return sendHead(res, reply, {
    commonHeaders,
    language: await negotiatedLanguage.language(),
    settings: negotiatedLanguage.settings(),
    task,
    budget: options.answerBudget ?? defaultAnswerBudget,
    vary: varyOf(options, page, reply),
    settle: incoming.settle,
    store: options.answers?.store,
  })
}

/**
 * A shared cache must not give members the answers it stores for visitors. Files are the exception: a public file is
 * the same for everybody.
 */
function varyOf({ callerOf, corsOrigins = [] }: RouterOptions, page: Exchange['page'], { headers }: Reply): string {
  const isPublicFile = page?.view === null && headers?.['Cache-Control']?.startsWith('public')
  const cookie = callerOf || (page?.hasSession && !isPublicFile) ? ', Cookie' : ''
  return `Authorization${page?.view ? ', Accept' : ''}${cookie}${variesByOrigin(corsOrigins) ? ', Origin' : ''}`
}

const reportedErrors = new WeakSet<DomainError>()

/** Refusals are not faults. A failure of the store is one, and is reported once however many requests it stops. */
function reportFault(exchange: Exchange, error: unknown): void {
  const isRefusal = error instanceof DomainError && (error.code !== 'store-unavailable' || error.cause === undefined)
  if (isRefusal || (error instanceof DomainError && reportedErrors.has(error))) return
  if (error instanceof DomainError) reportedErrors.add(error)
  notifyFault(exchange.options, error, exchange.requestId)
}
