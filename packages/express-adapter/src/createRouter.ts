import type { Site } from '@plenum/core'
import { Router } from 'express'
import { type Corridor, corridor } from './corridor.js'
import { type EdgeLimits, usualLimits } from './guards/limits.js'
import type { RouterOptions } from './routerOptions.js'

/** The service as a router that any Express application can mount, at its root or anywhere below. */
export function createRouter(site: Site, options: RouterOptions = {}, limits: Partial<EdgeLimits> = {}): Router {
  return routerOf(corridor(site, options, { ...usualLimits, ...limits }))
}

export function routerOf({ behindApplication }: Corridor): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use((req, res) => behindApplication(req, res))
  return router
}
