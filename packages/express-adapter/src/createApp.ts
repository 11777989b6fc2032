import type { Site } from '@plenum/core'
import express, { type Express, type RequestHandler, Router } from 'express'
import { answerFaults } from './answerFaults.js'
import { createRouter, type RouterOptions } from './createRouter.js'
import type { EdgeLimits } from './guards/limits.js'

export interface AppOptions extends RouterOptions {
  /** Which proxies in front are believed about addresses and protocol, in Express's notation; none when left out. */
  readonly trustProxy?: string | number | boolean
  /** Comes before the service: logging, metrics. */
  readonly before?: readonly RequestHandler[]
}

/** The whole service as an Express application. */
export function createApp(site: Site, options: AppOptions = {}, limits: Partial<EdgeLimits> = {}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', options.trustProxy ?? false)
  // In a router of their own: what they leave by `next('router')` is not the whole application.
  const before = Router()
  for (const handler of options.before ?? []) before.use(handler)
  if (options.before?.length) app.use(before)
  app.use(createRouter(site, options, limits))
  app.use(answerFaults(options))
  return app
}
