import type { Site } from '@plenum/core'
import express, { type Express, type RequestHandler } from 'express'
import { routerOf } from './createRouter.js'
import { defaultLimits, type EdgeLimits } from './guards/limits.js'
import { createRequestPipeline, type RouterOptions } from './pipeline/requestPipeline.js'
import { allowDirectCalls, isServiceOnly } from './pipeline/shortestPath.js'
import { answerFaults } from './refusals/answerFaults.js'

export interface AppOptions extends RouterOptions {
  /**
   * The proxies whose forwarded addresses and protocols are trusted, in Express's notation. If omitted, no proxy is
   * trusted.
   */
  readonly trustProxy?: string | number | boolean
  /** Middleware that runs before the service, for example for logging or metrics. */
  readonly before?: readonly RequestHandler[]
}

/** Creates an Express application that provides the entire service. */
export function createApp(site: Site, options: AppOptions = {}, limits: Partial<EdgeLimits> = {}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', options.trustProxy ?? false)
  for (const handler of options.before ?? []) app.use(contained(handler))
  const pipeline = createRequestPipeline(site, options, { ...defaultLimits, ...limits })
  app.use(routerOf(pipeline))
  app.use(answerFaults(options))
  if (isServiceOnly(options)) allowDirectCalls(app, pipeline.direct, options)
  return app
}

/**
 * Wraps a handler so that it cannot leave the application through `next('router')` or `next('route')`, because Express
 * would then send an HTML response.
 */
function contained(handler: RequestHandler): RequestHandler {
  return (req, res, next) =>
    handler(req, res, (reason?: unknown) => next(reason === 'router' || reason === 'route' ? undefined : reason))
}
