import http from 'node:http'
import type { Express, Request, Response } from 'express'
import { shortestWay } from './directWay.js'
import { watchChunks } from './guards/bodyChunks.js'
import { type ConnectionLimits, limitConnections } from './guards/connectionLimits.js'
import { holdBodyBack } from './guards/expectContinue.js'
import { hasOneHost } from './guards/hostHeader.js'
import { isLoopback } from './guards/networkOf.js'
import {
  answerParserErrors,
  type OnRefused,
  type ParserLimits,
  refuseExpectation,
  refuseTunnel,
} from './guards/parserErrors.js'
import { readInTurn } from './guards/readInTurn.js'
import { trackConnections } from './guards/trackConnections.js'
import type { KeptAnswers } from './kept/keepAnswers.js'
import { keptFirst } from './kept/keptFirst.js'
import { requestIdOf } from './requestId.js'

/** `ip` is the address of the client, as proxies tell it that are believed. */
export type OnRequest = (
  req: http.IncomingMessage & { readonly ip?: string | undefined },
  res: http.ServerResponse,
  id: string,
) => void

export interface ServerOptions {
  /** Answers what is asked of the server and not of the service, such as whether it is alive; false for all other requests. */
  readonly answerFirst?: (req: http.IncomingMessage, res: http.ServerResponse) => boolean
  /** Connections at the same time; 1,000 when it is left out. */
  readonly maxConnections?: number
  /** Told of each request before anything is done with it, with the id that the client is given: for a log. */
  readonly onRequest?: OnRequest
  /** Answers that are sent before the application is asked, nor what comes before the service in it. None when left out. */
  readonly answers?: KeptAnswers
  /** Told of what the parser of HTTP refuses, with the id that the client was given. */
  readonly onRefused?: OnRefused
}

/** Connections and slow clients (docs/http-answers.md, Connections). Times are milliseconds. */
export interface ServerLimits extends ConnectionLimits, ParserLimits {
  /** Between two looks at that. */
  readonly checking: number
}

const usualLimits: ServerLimits = {
  connections: 1000,
  perAddress: 100,
  isShared: isLoopback,
  headers: 48 * 1024,
  headersTimeout: 10_000,
  checking: 1000,
}

const hasBody = ({ headers }: http.IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Node would read on, without a limit, a body that nobody has taken when its answer is sent. */
function endUnread(req: http.IncomingMessage, res: http.ServerResponse): void {
  const end = (): void => {
    if (!req.complete) req.socket.destroySoon()
  }
  if (res.writableFinished) end()
  else res.once('finish', end)
}

type Construct = (this: object, first: unknown, second: unknown) => void

/**
 * The HTTP classes with other prototypes; made by functions, because a class's prototype cannot be replaced. V8 makes room
 * for as many properties as a function and what it inherits from set: without that, an object is moved ten times until
 * it has all of them, which takes eight times as long.
 */
function withPrototype<C extends object>(base: C, prototype: object): C {
  const construct = base as unknown as Construct
  const derived = function (this: object, first: unknown, second: unknown): void {
    construct.call(this, first, second)
  }
  derived.prototype = prototype
  return Object.setPrototypeOf(derived, base)
}

/**
 * An HTTP server for an Express application that costs a quarter of `app.listen` per request: requests and responses
 * are born with the prototypes that Express would give them, which V8 otherwise pays for each time
 * docs/architecture.md, Choices made, rule 1. Its refusals of what is no HTTP are JSON, and it has limits for
 * connections and slow clients.
 */
export function createServer(
  app: Express,
  {
    maxConnections = usualLimits.connections,
    answerFirst,
    onRequest,
    answers,
    onRefused = () => {},
  }: ServerOptions = {},
  changed: Partial<ServerLimits> = {},
): http.Server {
  const limits = { ...usualLimits, connections: maxConnections, ...changed }
  const shortest = shortestWay(app)
  const serve = answers ? keptFirst(shortest, answers) : shortest
  const server = http.createServer(
    {
      IncomingMessage: withPrototype(http.IncomingMessage, app.request),
      ServerResponse: withPrototype(http.ServerResponse, app.response),
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.checking,
      // A body has limits of its own, which do not end an upload that goes on well.
      requestTimeout: 0,
      // The application refuses requests without a host, in JSON.
      requireHostHeader: false,
    },
    (req, res) => {
      const isWithBody = hasBody(req)
      if (isWithBody) watchChunks(req)
      if (isLost(req, res)) return
      if (answerFirst?.(req, res)) {
        if (isWithBody) endUnread(req, res)
        return
      }
      onRequest?.(req, res, requestIdOf(req))
      // The application refuses several hosts and reads the body, even where it has an answer in its cache.
      const answer = hasOneHost(req) && !isWithBody ? serve : shortest
      answer(req as Request, res as Response)
    },
  )
  const { isLost } = trackConnections(server)
  readInTurn(server)
  answerParserErrors(server, limits, onRefused)
  limitConnections(server, limits, app.get('trust proxy fn') as (address: string, hop: number) => boolean)
  server.on('checkContinue', (req: http.IncomingMessage, res: http.ServerResponse) => {
    holdBodyBack(req)
    server.emit('request', req, res)
  })
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', refuseTunnel)
  return server
}
