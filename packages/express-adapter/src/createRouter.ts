import type { Site } from '@plenum/core'
import { Router } from 'express'
import { defaultLimits, type EdgeLimits } from './guards/limits.js'
import { createRequestPipeline, type RequestPipeline, type RouterOptions } from './pipeline/requestPipeline.js'

/** Creates an Express router for the entire service. An application can mount the router at any path. */
export const createRouter = (site: Site, options: RouterOptions = {}, limits: Partial<EdgeLimits> = {}): Router =>
  routerOf(createRequestPipeline(site, options, { ...defaultLimits, ...limits }))

export function routerOf({ behindApplication }: RequestPipeline): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use((req, res) => behindApplication(req, res))
  return router
}
