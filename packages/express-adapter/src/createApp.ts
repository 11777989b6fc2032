import type { Site } from '@plenum/core'
import express, { type Express, type RequestHandler } from 'express'
import { answerFaults } from './answerFaults.js'
import { routerOf } from './createRouter.js'
import { isServiceAlone, openDirectWay } from './directWay.js'
import { type EdgeLimits, usualLimits } from './guards/limits.js'
import { createRequestPipeline } from './requestPipeline.js'
import type { RouterOptions } from './routerOptions.js'

export interface AppOptions extends RouterOptions {
  /** The proxies whose forwarded addresses and protocol are trusted, in Express's notation; none if omitted. */
  readonly trustProxy?: string | number | boolean
  /** Middleware that runs before the service: logging, metrics. */
  readonly before?: readonly RequestHandler[]
}

/** The whole service as an Express application. */
export function createApp(site: Site, options: AppOptions = {}, limits: Partial<EdgeLimits> = {}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', options.trustProxy ?? false)
  for (const handler of options.before ?? []) app.use(staying(handler))
  const way = createRequestPipeline(site, options, { ...usualLimits, ...limits })
  app.use(routerOf(way))
  app.use(answerFaults(options))
  if (isServiceAlone(options)) openDirectWay(app, way.direct, options)
  return app
}

/** Keeps a handler from leaving the application through `next('router')`: Express would then answer, in HTML. */
function staying(handler: RequestHandler): RequestHandler {
  return (req, res, next) =>
    handler(req, res, (reason?: unknown) => next(reason === 'router' || reason === 'route' ? undefined : reason))
}
