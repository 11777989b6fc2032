import type { Site } from '@plenum/core'
import type { Request } from 'express'
import { isBodilessRead } from './isBodilessRead.js'

/** Sites on replicas, which may lag slightly behind the primary database. */
export interface VisitorSites {
  readonly all: readonly Site[]
  /** Returns a usable replica, or null if no replica is usable. */
  choose(): Site | null
}

export interface ForSites<T> {
  readonly all: readonly T[]
  of(req: Request): T
}

export interface ReplicaOptions {
  /**
   * Sites on database replicas, which answer GET requests without credentials or cookies, and may lag slightly behind
   * the primary database. This option is ignored if `callerOf` is set.
   */
  readonly visitorSites?: VisitorSites
}

interface Options extends ReplicaOptions {
  readonly callerOf?: unknown
}

/**
 * Calls `make` for `site` and for each replica. Returns a function that selects a result for each request: reads
 * without credentials and cookies use a replica, and all other requests use `site` (docs/operate.md, Replicas).
 * Applications with their own logins do not use replicas, because they may identify visitors by other means.
 */
export function forSites<T>(site: Site, { visitorSites, callerOf }: Options, make: (site: Site) => T): ForSites<T> {
  const primary = make(site)
  if (!visitorSites || callerOf) return { all: [primary], of: () => primary }
  const values = new Map(visitorSites.all.map(replica => [replica, make(replica)]))
  return {
    all: [primary, ...values.values()],
    of: req => {
      const replica = isOfVisitor(req) ? chooseOnce(req, visitorSites) : null
      return (replica && values.get(replica)) ?? primary
    },
  }
}

const isOfVisitor = (req: Request): boolean =>
  req.headers.authorization === undefined &&
  req.headers.cookie === undefined &&
  isBodilessRead(req) &&
  !isReadOfChanges(req)

/**
 * Whether a request reads the change feed. Replicas do not answer such requests, because a replica that lags would
 * reject a cursor that another replica has issued.
 */
const isReadOfChanges = ({ url = '' }: Request): boolean => /\/@changes(?:\?|$)/.test(url)

const choices = new WeakMap<Request, { readonly replicas: VisitorSites; readonly site: Site | null }>()

/**
 * Returns the replica for a request, which remains the same until the request ends. Otherwise, a request could mix the
 * states of different replicas.
 */
function chooseOnce(req: Request, replicas: VisitorSites): Site | null {
  const earlier = choices.get(req)
  if (earlier?.replicas === replicas) return earlier.site
  const site = replicas.choose()
  choices.set(req, { replicas, site })
  return site
}
