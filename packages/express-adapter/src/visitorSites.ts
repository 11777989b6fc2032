import type { Site } from '@plenum/core'
import type { Request } from 'express'
import { onlyReads } from './onlyReads.js'
import type { RouterOptions } from './routerOptions.js'

/** Sites on replicas, which may lag slightly. */
export interface VisitorSites {
  readonly all: readonly Site[]
  /** A replica that is usable now; null if there is none. */
  choose(): Site | null
}

/** One value for each site, and the value of the site that answers a request. */
export interface ForSites<T> {
  readonly all: readonly T[]
  of(req: Request): T
}

type Options = Pick<RouterOptions, 'visitorSites' | 'callerOf'>

/**
 * Creates a value for each site that may answer. One of `visitorSites` answers reads of visitors, that is, without
 * credentials and cookies; `site` answers all others (docs/operate.md, Replicas). Applications with their own logins
 * may identify visitors by other means, so they do not use replicas.
 */
export function forSites<T>(site: Site, { visitorSites, callerOf }: Options, make: (site: Site) => T): ForSites<T> {
  const usual = make(site)
  if (!visitorSites || callerOf) return { all: [usual], of: () => usual }
  const made = new Map(visitorSites.all.map(one => [one, make(one)]))
  return {
    all: [usual, ...made.values()],
    of: req => {
      const chosen = isOfVisitor(req) ? chooseOnce(req, visitorSites) : null
      return (chosen && made.get(chosen)) ?? usual
    },
  }
}

const isOfVisitor = (req: Request): boolean =>
  req.headers.authorization === undefined && req.headers.cookie === undefined && onlyReads(req)

const chosen = new WeakMap<Request, { readonly among: VisitorSites; readonly site: Site | null }>()

/** A request must not mix states of different replicas: it always uses the same site. */
function chooseOnce(req: Request, among: VisitorSites): Site | null {
  const known = chosen.get(req)
  if (known?.among === among) return known.site
  const site = among.choose()
  chosen.set(req, { among, site })
  return site
}
