import type { IncomingSite, Instant } from '@plenum/core'
import { rootUid } from '../form/exportKeys.js'
import { type ExportFiles, Unreadable } from './exportFiles.js'
import { note, objectIn, problem, textIn } from './readingJson.js'
import { readMetadata } from './readMetadata.js'
import { readObject } from './readObject.js'
import { readPrincipals } from './readPrincipals.js'
import { readRedirects } from './readRedirects.js'

const ignored = ['portlets.json', 'translations.json', 'discussions.json'] as const

/** Reads a Plone export, and returns its contents as an `IncomingSite` (docs/how-to/move-in.md). */
export async function incomingExport(files: ExportFiles, now: Instant): Promise<IncomingSite> {
  const metadata = readMetadata(files)
  const people = readPrincipals(files.sharedFiles['principals.json'], now)
  const redirects = readRedirects(files.sharedFiles['redirects.json'], {
    site: await siteId(files),
    plenumFile: files.sharedFiles['plenum.json'],
  })
  const there = new Set(files.uids)
  const missing = metadata.listed.filter(uid => !there.has(uid))
  return {
    uids: files.uids,
    object: uid => readObject(files, metadata, uid),
    users: people.users,
    groups: people.groups,
    oldAddresses: redirects.oldAddresses,
    bytes: files.bytes,
    findings: [
      ...metadata.findings,
      ...people.findings,
      ...redirects.findings,
      ...missing.map(uid => problem('is listed in content/__metadata__.json but missing', { uid })),
      ...ignored.filter(name => hasSome(files.sharedFiles[name])).map(name => note('is not imported', { key: name })),
    ],
  }
}

const hasSome = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Returns the id of the site root, or null if the export does not contain the site root. */
async function siteId(files: ExportFiles): Promise<string | null> {
  if (!files.uids.includes(rootUid)) return null
  const root = await files.object(rootUid)
  return root instanceof Unreadable ? null : (/^\/([^/]+)\/*$/.exec(textIn(objectIn(root)['@id']))?.[1] ?? null)
}
