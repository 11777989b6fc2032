import http from 'node:http'
import type { Express, Request, Response } from 'express'
import type { CachedAnswers } from './cache/cacheAnswers.js'
import { watchChunks } from './guards/bodies/bodyChunks.js'
import { holdBodyBack } from './guards/bodies/expectContinue.js'
import { type ConnectionLimits, limitConnections } from './guards/connections/connectionLimits.js'
import {
  answerParserErrors,
  type OnRefused,
  type ParserLimits,
  refuseExpectation,
  refuseTunnel,
} from './guards/connections/parserErrors.js'
import { readFairly } from './guards/connections/readFairly.js'
import { trackConnections } from './guards/connections/trackConnections.js'
import { hasOneHost } from './guards/hostHeader.js'
import { isLoopback } from './guards/networkOf.js'
import { requestIdOf } from './guards/requestId.js'
import { cachedFirst } from './pipeline/cachedFirst.js'
import { shortestPath } from './pipeline/shortestPath.js'

/** A function that receives each request, with the client address (`ip`) that trusted proxies have forwarded. */
export type OnRequest = (
  req: http.IncomingMessage & { readonly ip?: string | undefined },
  res: http.ServerResponse,
  id: string,
) => void

export interface ServerOptions {
  /** Answers requests to the server itself, such as liveness probes. Returns false for all other requests. */
  readonly answerFirst?: (req: http.IncomingMessage, res: http.ServerResponse) => boolean
  /** The maximum number of concurrent connections. Defaults to 1,000. */
  readonly maxConnections?: number
  /**
   * A function that is called with each request and its id before the request is processed, for example for logging.
   */
  readonly onRequest?: OnRequest
  /**
   * The cache of complete responses. Cached responses are sent without calling the application or its middleware. If
   * omitted, no responses are cached.
   */
  readonly answers?: CachedAnswers
  /**
   * A function that is called for each request that the HTTP parser rejects, with the error and the request id that the
   * response contains.
   */
  readonly onRefused?: OnRefused
}

/** The limits for connections and slow clients (docs/http-answers.md, Connections). Times are in milliseconds. */
export interface ServerLimits extends ConnectionLimits, ParserLimits {
  /** The interval between two checks of the limits, in milliseconds. */
  readonly checking: number
}

const defaultLimits: ServerLimits = {
  connections: 1000,
  perAddress: 100,
  isShared: isLoopback,
  headers: 48 * 1024,
  headersTimeout: 10_000,
  checking: 1000,
}

const hasBody = ({ headers }: http.IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/**
 * Closes the connection after the response if the body has not arrived completely. Otherwise, Node would read the
 * rest of the body without a limit.
 */
function endUnread(req: http.IncomingMessage, res: http.ServerResponse): void {
  const end = (): void => {
    if (!req.complete) req.socket.destroySoon()
  }
  if (res.writableFinished) end()
  else res.once('finish', end)
}

/**
 * Creates a derived class with a different prototype. It is declared as a function, because the `prototype` property of
 * a `class` is read-only. V8 reserves space for as many properties as the constructor and its parents set. Without this
 * reservation, V8 would reallocate each object ten times, which takes eight times as long.
 */
function withPrototype<C extends object>(base: C, prototype: object): C {
  const construct = base as unknown as (this: object, first: unknown, second: unknown) => void
  const derived = function (this: object, first: unknown, second: unknown): void {
    construct.call(this, first, second)
  }
  derived.prototype = prototype
  return Object.setPrototypeOf(derived, base)
}

/**
 * Creates an HTTP server for an Express application. For each request, the server needs only a quarter of the time that
 * `app.listen` needs, because it creates requests and responses with Express's prototypes, which Express would
 * otherwise set on each request (docs/architecture.md, Choices made, rule 1). The server answers invalid HTTP with JSON
 * errors, and limits connections and slow clients.
 */
export function createServer(
  app: Express,
  {
    maxConnections = defaultLimits.connections,
    answerFirst,
    onRequest,
    answers,
    onRefused = () => {},
  }: ServerOptions = {},
  overrides: Partial<ServerLimits> = {},
): http.Server {
  const limits = { ...defaultLimits, connections: maxConnections, ...overrides }
  const serveApp = shortestPath(app)
  const serve = answers ? cachedFirst(serveApp, answers) : serveApp
  const server = http.createServer(
    {
      IncomingMessage: withPrototype(http.IncomingMessage, app.request),
      ServerResponse: withPrototype(http.ServerResponse, app.response),
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.checking,
      // Node's limit is disabled, because bodies have separate limits, which do not end an upload that makes progress.
      requestTimeout: 0,
      // The application, not Node, refuses requests without a host, so that they receive a JSON error.
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
      // Requests with a body or with several `Host` headers always pass through the application, even if the response
      // is cached.
      const answer = hasOneHost(req) && !isWithBody ? serve : serveApp
      answer(req as Request, res as Response)
    },
  )
  const { isLost } = trackConnections(server)
  readFairly(server)
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
