import type { Site } from '@plenum/core'
import type { Request } from 'express'
import { onlyReads } from './onlyReads.js'
import type { RouterOptions } from './routerOptions.js'

/** Sites that read from copies of the data, which may be a little behind. */
export interface VisitorSites {
  readonly all: readonly Site[]
  /** One of them that may be used now; null when there is none. */
  choose(): Site | null
}

/** What was made of each site, and that of the site which answers a request. */
export interface ForSites<T> {
  readonly all: readonly T[]
  of(req: Request): T
}

type Options = Pick<RouterOptions, 'visitorSites' | 'callerOf'>

/**
 * Makes something of each site that may answer. One of `visitorSites` answers reads of visitors, who bring neither credentials
 * nor cookies, and `site` all others (docs/operate.md, Replicas). Applications with logins of their own may know visitors
 * by something else.
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

/** What is known of one state of the data must not be made of another: a request keeps its site. */
function chooseOnce(req: Request, among: VisitorSites): Site | null {
  const known = chosen.get(req)
  if (known?.among === among) return known.site
  const site = among.choose()
  chosen.set(req, { among, site })
  return site
}
