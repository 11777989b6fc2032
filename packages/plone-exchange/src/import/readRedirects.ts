import { type IncomingAddress, type IncomingFinding, isExternalTarget, type JsonValue } from '@plenum/core'
import { listIn, note, objectIn, textIn } from './readingJson.js'
import { integerIn } from './readPlenumKeys.js'

/**
 * Reads the redirects in an export. Old paths in the result exclude the id of the site. Chains are resolved to their
 * last target. Redirects from the paths of another site never worked in Plone, and are imported unchanged.
 */
export function readRedirects(value: JsonValue | undefined, { site, plenumFile }: RedirectsToRead) {
  const redirects = Object.entries(objectIn(value)).map(([from, to]) => [from, textIn(to)] as const)
  const leads = new Map(redirects)
  const facts = factsIn(plenumFile)
  const oldAddresses: IncomingAddress[] = []
  const findings: IncomingFinding[] = []
  for (const [from, to] of redirects) {
    const end = endOf(to, leads)
    const location = { path: from.slice(0, 200), key: 'redirects.json' }
    if (end === null || !isPath(from) || !isTarget(end))
      findings.push(note('redirects nowhere and is skipped', location))
    else {
      const isDead = !isOf(site, from) || facts.get(from)?.url.startsWith('/') === true
      const path = isDead ? from : withoutSite(from, site)
      oldAddresses.push({ path, target: isDead ? end : withoutSite(end, site), isDead, ...facts.get(path)?.facts })
      if (end !== to) findings.push(note(`redirects to ${to}, which redirects to ${end}`, location))
    }
  }
  for (const [path, { url, facts: addressFacts }] of facts)
    if (isExternalTarget(url) && url !== '') oldAddresses.push({ path, target: url, isDead: true, ...addressFacts })
  return { oldAddresses, findings }
}

interface AddressFacts {
  /**
   * The URL of a target on another site, or a path at which no content exists. The string is empty if the target is
   * content.
   */
  readonly url: string
  readonly facts: Pick<IncomingAddress, 'created' | 'manual'>
}

function factsIn(plenumFile: JsonValue | undefined): ReadonlyMap<string, AddressFacts> {
  const entries = listIn(objectIn(plenumFile).addresses).map(objectIn)
  return new Map(
    entries.flatMap(({ path, url, created, manual }) => {
      const facts = { created: integerIn(created) ?? null, manual: manual === true }
      return typeof path === 'string' && path.startsWith('/') ? [[path, { url: textIn(url), facts }] as const] : []
    }),
  )
}

export interface RedirectsToRead {
  readonly site: string | null
  readonly plenumFile: JsonValue | undefined
}

const isPath = (path: string): boolean => /^(?:\/[^/]+){2,}$/.test(path)

/** Whether a path can be a target. Unlike `isPath`, this function also accepts the site root. */
const isTarget = (path: string): boolean => /^(?:\/[^/]+)+$/.test(path)

const isOf = (site: string | null, path: string): boolean => site === null || `${path}/`.startsWith(`/${site}/`)

/** Removes the id of the site from a path. For example, `/Plone/a/b` becomes `/a/b`, and `/Plone` becomes `/`. */
const withoutSite = (path: string, site: string | null): string =>
  isOf(site, path) ? `/${path.split('/').slice(2).join('/')}` : path

const maxSteps = 100

function endOf(path: string, leads: ReadonlyMap<string, string>): string | null {
  let end = path
  for (let steps = 0; steps < maxSteps; steps++) {
    const next = leads.get(end)
    if (next === undefined) return end
    end = next
  }
  return null
}
