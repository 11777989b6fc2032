import type { Express, Request, Response } from 'express'
import { isBodilessRead } from '../exchange/isBodilessRead.js'
import type { RoutesOptions } from '../exchange/route.js'
import { answerFault, type FaultOptions } from '../refusals/answerFaults.js'
import type { Serve } from './requestPipeline.js'

const services = new WeakMap<Express, Serve>()

interface Parts extends RoutesOptions {
  readonly callerOf?: unknown
  readonly before?: readonly unknown[]
}

/**
 * Whether requests can bypass Express. This is impossible if the application has functions that may need the properties
 * that Express adds to requests and responses.
 */
export const isServiceOnly = ({ before = [], callerOf, routes = [] }: Parts): boolean =>
  before.length === 0 && callerOf === undefined && !routes.some(({ needsExpress }) => needsExpress)

export function allowDirectCalls(app: Express, serve: Serve, options: FaultOptions): void {
  services.set(app, (req, res, state) => {
    try {
      serve(req, res, state)
    } catch (error) {
      answerFault(options, error, { req, res })
    }
  })
}

/**
 * Returns a function that passes GET and HEAD requests without a body directly to the service if the application has no
 * middleware (docs/architecture.md, Choices made, rule 1). All other requests pass through the application.
 */
export function shortestPath(app: Express): Serve {
  const serve = services.get(app)
  if (!serve) return (req, res) => app(req, res)
  return (req: Request, res: Response, state) => {
    // Absolute URLs and other unusual request targets are left to Express.
    if (isBodilessRead(req) && req.url.startsWith('/')) serve(req, res, state)
    else app(req, res)
  }
}
