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
import { acceptedLanguages } from './acceptedLanguages.js'
import { addressReader } from './addresses.js'
import { tellFault } from './answerFaults.js'
import { maxBytes } from './body.js'
import { dispatch, type Frame } from './dispatch.js'
import { errorReply, internalErrorReply } from './errors.js'
import type { Exchange } from './exchange.js'
import { inLine } from './guards/connectionLine.js'
import { dependOnOrigin } from './guards/cors.js'
import { incomingBody } from './guards/incomingBody.js'
import { type EdgeLimits, usualAnswerRoom } from './guards/limits.js'
import { loginGuard } from './guards/loginGuard.js'
import { networkOf } from './guards/networkOf.js'
import { askedPage } from './pages/askedPage.js'
import { type LiveResults, liveResults } from './pages/live/liveResults.js'
import { pageMaker } from './pages/pageMaker.js'
import { refusalPage } from './pages/refusalPage.js'
import type { Reply } from './reply.js'
import { requestIdOf } from './requestId.js'
import type { RouterOptions } from './routerOptions.js'
import { type SendBody, sendHead, setHeaders } from './sendReply.js'
import { standingHeaders } from './standingHeaders.js'
import { type Target, targetOf } from './target.js'
import { forSites } from './visitorSites.js'

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
  const lanes = forSites(site, options, one => ({ site: one, speak: languageNegotiator(one, options.catalogs) }))
  const counts = options.counts ?? minuteCounts(() => performance.now())
  const isShared = options.counts !== undefined
  const guardLogins = loginGuard(options.loginFailures ?? defaultLoginFailures, {
    counts,
    isShared,
    places: site.loginPlaces,
  })
  const limitVotes = voteLimit(options.voteRateLimit ?? 0, counts('votes'))
  const readAddress = addressReader(options)
  const pages = options.html ? pageMaker(options.html, openLive(options, limits)) : null
  const enter = (req: Request, res: Response, standing: Exchange['standing'], state: SiteState | null): void => {
    const serve = (leave: () => void): void => {
      const incoming = incomingBody(req, res, { limits, limit: maxBytes })
      const lane = lanes.of(req)
      const task = site.scheduler.begin(() => networkOf(req.ip ?? ''))
      const spoken = lane.speak(() => acceptedLanguages(req))
      const requestId = requestIdOf(req)
      const own = {
        site: lane.site,
        original: site,
        req,
        res,
        requestId,
        standing,
        state,
        task,
        incoming,
        spoken,
        page: null,
      }
      void exchangeOver({ options, limits, readAddress, guardLogins, limitVotes, pages, ...own }, leave)
    }
    inLine(req, limits.waiting, { res, serve })
  }
  return {
    behindApplication: (req, res) => {
      setHeaders(res, standingHeaders(req, options.corsOrigins))
      enter(req, res, null, null)
    },
    direct: (req, res, state = null) => enter(req, res, standingHeaders(req, options.corsOrigins), state),
  }
}

/** Maximum number of open event streams with poll results, per process. */
const usualStreams = 200

const openLive = ({ liveStreams: most = usualStreams, stopping }: RouterOptions, limits: EdgeLimits): LiveResults =>
  liveResults({ most, stopping, interval: limits.resultsInterval })

/** The task ends when the client has received its answer, or has disconnected. */
async function exchangeOver(exchange: Exchange, leave: () => void): Promise<void> {
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
async function respond(received: Exchange, leave: () => void): Promise<void> {
  const { res, options, requestId, spoken } = received
  let exchange = received
  let base = options.publicUrl ?? ''
  try {
    const target = targetOf(exchange)
    base = target.base
    exchange = forPages(exchange, target)
    const frame = { base, translate: translateEnglish, chooseTranslation: spoken.chooseTranslation }
    await deliver(exchange, await beginAnswer(exchange, { target, frame }, leave))
  } catch (error) {
    if (isGone(error, res)) return
    reportFault(exchange, error)
    const refusal = { base, translate: (await spoken.language()).translate, requestId }
    const reply = error instanceof DomainError ? errorReply(error, refusal) : internalErrorReply(refusal)
    await sendRefusal(exchange, { reply, base }, leave)
  }
}

/** Adds the page request, if the application has pages. */
function forPages(exchange: Exchange, target: Target): Exchange {
  const { pages, req, readAddress } = exchange
  const page = pages && askedPage(req, readAddress(req.method, target))
  return page ? { ...exchange, page } : exchange
}

/** A disconnected client gets no answer, and that is not a fault. */
function isGone(error: unknown, res: Response): boolean {
  return error === abandoned && (res.closed || res.req.socket.destroyed)
}

interface Refused {
  readonly reply: Reply
  readonly base: string
}

async function sendRefusal(exchange: Exchange, { reply, base }: Refused, leave: () => void): Promise<void> {
  const { res, pages, page } = exchange
  try {
    if (res.headersSent) res.destroy()
    else {
      const refusal = pages && page?.isHtml ? await refusalPage(exchange, pages, { reply, base }) : reply
      await deliver(exchange, await sendHeadOf(exchange, refusal, leave))
    }
  } catch (error) {
    if (!isGone(error, res)) tellFault(exchange.options, error, exchange.requestId)
    res.destroy()
  }
}

/**
 * No function that waits for the client may reference the reply: the values that an answer is built from take more
 * memory than its bytes.
 */
const beginAnswer = (exchange: Exchange, { target, frame }: Asked, leave: () => void): Promise<SendBody> =>
  dispatch(exchange, target, frame).then(reply => sendHeadOf(exchange, reply, leave))

interface Asked {
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
  const { res, standing, task, incoming, spoken, options, page } = exchange
  // The application in front has let this request overtake an earlier one of the connection, which may be the one
  // waiting now.
  if (!res.socket) leave()
  return sendHead(res, reply, {
    standing,
    language: await spoken.language(),
    settings: spoken.settings(),
    task,
    room: options.answerRoom ?? usualAnswerRoom,
    vary: varyOf(options, page, reply),
    settle: incoming.settle,
    keep: options.answers?.keep,
  })
}

/**
 * A shared cache must not give members the answers it stores for visitors. Files are the exception: a public file is
 * the same for everybody.
 */
function varyOf({ callerOf, corsOrigins = [] }: RouterOptions, page: Exchange['page'], { headers }: Reply): string {
  const isSame = page?.view === null && headers?.['Cache-Control']?.startsWith('public')
  const cookie = callerOf || (page?.hasSession && !isSame) ? ', Cookie' : ''
  return `Authorization${page?.view ? ', Accept' : ''}${cookie}${dependOnOrigin(corsOrigins) ? ', Origin' : ''}`
}

const reported = new WeakSet<DomainError>()

/** Refusals are not faults. A failure of the store is one, and is reported once however many requests it stops. */
function reportFault(exchange: Exchange, error: unknown): void {
  const isRefusal = error instanceof DomainError && (error.code !== 'store-unavailable' || error.cause === undefined)
  if (isRefusal || (error instanceof DomainError && reported.has(error))) return
  if (error instanceof DomainError) reported.add(error)
  tellFault(exchange.options, error, exchange.requestId)
}
