import type { IncomingAddress, IncomingFinding, JsonValue } from '@plenum/core'
import { note } from './finding.js'
import { objectIn, textIn } from './readingJson.js'

interface RedirectsRead {
  readonly oldAddresses: readonly IncomingAddress[]
  readonly findings: readonly IncomingFinding[]
}

/**
 * Old paths without the id of their site; each leads to where the last of a chain leads. Those with the id of another
 * site have led nowhere, and are kept as they are. `site` is null where the export does not tell the id.
 */
export function readRedirects(value: JsonValue | undefined, site: string | null): RedirectsRead {
  const redirects = Object.entries(objectIn(value)).map(([from, to]) => [from, textIn(to)] as const)
  const leads = new Map(redirects)
  const oldAddresses: IncomingAddress[] = []
  const findings: IncomingFinding[] = []
  for (const [from, to] of redirects) {
    const end = endOf(to, leads)
    const place = { path: from.slice(0, 200), key: 'redirects.json' }
    if (end === null || !isPath(from) || !isPath(end)) findings.push(note('leads nowhere and is left out', place))
    else {
      oldAddresses.push({ path: withoutSite(from, site), target: withoutSite(end, site), isDead: !isOf(site, from) })
      if (end !== to) findings.push(note(`leads to ${to}, which leads to ${end}`, place))
    }
  }
  return { oldAddresses, findings }
}

const isPath = (path: string): boolean => /^(?:\/[^/]+){2,}$/.test(path)

const isOf = (site: string | null, path: string): boolean => site === null || path.startsWith(`/${site}/`)

/** `/Plone/a/b` -> `/a/b`. */
const withoutSite = (path: string, site: string | null): string =>
  isOf(site, path) ? path.slice(path.indexOf('/', 1)) : path

const longest = 100

/** Null for a circle. */
function endOf(path: string, leads: ReadonlyMap<string, string>): string | null {
  let end = path
  for (let steps = 0; steps < longest; steps++) {
    const next = leads.get(end)
    if (next === undefined) return end
    end = next
  }
  return null
}
