import type { Express, Request, Response } from 'express'
import { answerFault } from './answerFaults.js'
import type { Serve } from './corridor.js'
import { onlyReads } from './onlyReads.js'
import type { RouterOptions } from './routerOptions.js'

/** The services of applications that have nothing else before them. */
const services = new WeakMap<Express, Serve>()

interface Parts extends Pick<RouterOptions, 'callerOf' | 'routes'> {
  readonly before?: readonly unknown[]
}

/** Whether an application has no functions of its own, which may look for what Express adds to requests and responses. */
export const isServiceAlone = ({ before = [], callerOf, routes = [] }: Parts): boolean =>
  before.length === 0 && callerOf === undefined && !routes.some(({ needsExpress }) => needsExpress)

/** Lets `createServer` go to the service of an application without the application. */
export function openDirectWay(app: Express, serve: Serve, options: Pick<RouterOptions, 'onError'>): void {
  services.set(app, (req, res, state) => {
    try {
      serve(req, res, state)
    } catch (error) {
      answerFault(options, error, { req, res })
    }
  })
}

/**
 * Serves the requests of an application: those that only read by its service alone, where it has nothing else before it
 * (docs/architecture.md, Choices made, rule 1). All others go through it.
 */
export function shortestWay(app: Express): Serve {
  const serve = services.get(app)
  if (!serve) return (req, res) => app(req, res)
  return (req: Request, res: Response, state) => {
    // Addresses of another form are read by Express first.
    if (onlyReads(req) && req.url.startsWith('/')) serve(req, res, state)
    else app(req, res)
  }
}
