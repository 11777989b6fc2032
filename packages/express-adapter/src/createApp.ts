import type { Site } from '@plenum/core'
import express, { type Express, type RequestHandler } from 'express'
import { createRouter, type RouterOptions } from './createRouter.js'
import type { EdgeLimits } from './guards/limits.js'
import { answerFaults, answerNothingHere } from './unanswered.js'

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
  for (const handler of options.before ?? []) app.use(handler)
  app.use(createRouter(site, options, limits))
  app.use(answerNothingHere)
  app.use(answerFaults(options))
  return app
}
