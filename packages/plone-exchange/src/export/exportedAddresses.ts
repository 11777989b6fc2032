import type { JsonObject, OutgoingSite } from '@plenum/core'
import type { NoteOf } from './exportNote.js'
import type { ObjectSummary } from './objectSummary.js'

interface AddressesToExport {
  readonly site: Pick<OutgoingSite, 'addresses'>
  readonly siteId: string
  readonly note: NoteOf
  readonly summaries: readonly ObjectSummary[]
}

interface ExportedAddresses {
  /** New paths by old ones, both with the id of the site. */
  readonly redirects: JsonObject
  /** The complete data of these addresses, for an import into Plenum. */
  readonly addresses: readonly JsonObject[]
}

/**
 * Old addresses. Plone cannot redirect to other sites; redirects that were imported without a target are written back
 * unchanged.
 */
export async function exportedAddresses(options: AddressesToExport): Promise<ExportedAddresses> {
  const { site, siteId, note, summaries } = options
  const objects = new Map(summaries.map(object => [object.uid, object]))
  const redirects: Record<string, string> = {}
  const addresses: JsonObject[] = []
  for await (const { path, target, created, manual } of site.addresses()) {
    const object = 'uid' in target ? objects.get(target.uid) : undefined
    if (object) redirects[`/${siteId}${path}`] = `/${siteId}${object.path === '/' ? '' : object.path}`
    else if ('url' in target && target.url.startsWith('/')) redirects[path] = target.url
    else note('not-exported', `the address ${path}: it redirects to another site`)
    addresses.push({ path, created, manual, ...('uid' in target ? { uid: object?.name ?? target.uid } : target) })
  }
  return { redirects, addresses }
}
