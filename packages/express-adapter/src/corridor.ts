import { abandoned, DomainError, type Site, wordInEnglish } from '@plenum/core'
import type { Request, RequestHandler, Response } from 'express'
import { mostBytes } from './body.js'
import type { RouterOptions } from './createRouter.js'
import { dispatch, type Frame, frameOf } from './dispatch.js'
import { errorReply, internalErrorReply } from './errors.js'
import type { Exchange } from './exchange.js'
import { inLine } from './guards/connectionLine.js'
import { incomingBody } from './guards/incomingBody.js'
import type { EdgeLimits } from './guards/limits.js'
import { languageChooser } from './languages.js'
import type { Reply } from './reply.js'
import { identify } from './requestId.js'
import { sendReply } from './sendReply.js'
import { voteLimit } from './voteLimit.js'

type ChooseLanguage = ReturnType<typeof languageChooser>

/** The way of every request: in line with the others of its connection, and nothing that goes wrong leaves it. */
export function corridor(site: Site, options: RouterOptions, limits: EdgeLimits): RequestHandler {
  const chooseLanguage = languageChooser(options.catalogs)
  const limitVotes = voteLimit(options.voteRateLimit ?? 0)
  return (req, res) => {
    const requestId = identify(req, res)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('X-Frame-Options', 'SAMEORIGIN')
    const serve = (leave: () => void): void => {
      const incoming = incomingBody(req, res, { limits, limit: mostBytes })
      const work = site.turns.begin()
      const exchange = { site, options, limits, req, res, requestId, work, incoming, limitVotes }
      void exchangeOver(exchange, respond(exchange, { chooseLanguage, leave }))
    }
    inLine(req, limits.waiting, { res, serve })
  }
}

/** The work ends when its answer has been taken in by the client, or is of no use any more. */
async function exchangeOver({ req, res, work, incoming }: Exchange, responding: Promise<void>): Promise<void> {
  let hasResponded = false
  res.once('close', () => {
    if (hasResponded) work.end()
    else if (req.method === 'GET' || req.method === 'HEAD') work.abandon()
  })
  await responding
  hasResponded = true
  incoming.release()
  if (res.closed || req.socket.destroyed) work.end()
}

interface Manner {
  readonly chooseLanguage: ChooseLanguage
  /** Lets the next request of the connection begin. */
  leave(): void
}

/** Never rejects: what Express would answer by itself holds the stack. */
async function respond(exchange: Exchange, { chooseLanguage, leave }: Manner): Promise<void> {
  const { req, res, options, requestId } = exchange
  let frame: Frame = { base: options.publicUrl ?? '', translate: wordInEnglish, language: 'en' }
  try {
    frame = { ...frame, ...languageOf(chooseLanguage, req) }
    frame = frameOf(exchange, frame)
    await send(exchange, await dispatch(exchange, frame), { frame, leave })
  } catch (error) {
    if (isGone(error, res)) return
    if (!(error instanceof DomainError)) report(exchange, error)
    const refusal = { ...frame, requestId }
    const reply = error instanceof DomainError ? errorReply(error, refusal) : internalErrorReply(refusal)
    await sendRefusal(exchange, reply, { frame, leave })
  }
}

function languageOf(chooseLanguage: ChooseLanguage, req: Request): Pick<Frame, 'translate' | 'language'> {
  const { tag, translate } = chooseLanguage(req)
  return { translate, language: tag }
}

/** Nobody is there to be answered, nor is that a fault. */
function isGone(error: unknown, res: Response): boolean {
  return error === abandoned && (res.closed || res.req.socket.destroyed)
}

async function sendRefusal(exchange: Exchange, reply: Reply, manner: SendingManner): Promise<void> {
  const { res } = exchange
  try {
    if (res.headersSent) res.destroy()
    else await send(exchange, reply, manner)
  } catch (error) {
    if (!isGone(error, res)) report(exchange, error)
    res.destroy()
  }
}

interface SendingManner {
  readonly frame: Frame
  readonly leave: () => void
}

async function send(exchange: Exchange, reply: Reply, { frame, leave }: SendingManner): Promise<void> {
  const { res, work, incoming, limits } = exchange
  // An application in front has let it overtake one that is to be answered before: it may be the one that waits now.
  if (!res.socket) leave()
  await sendReply(res, reply, {
    language: frame.language,
    work,
    patience: limits.patience,
    settle: incoming.settle,
  })
}

function report({ options, requestId }: Pick<Exchange, 'options' | 'requestId'>, error: unknown): void {
  try {
    options.onError?.(error, requestId)
  } catch {
    // Who listens for faults has one; the caller is answered all the same.
  }
}
