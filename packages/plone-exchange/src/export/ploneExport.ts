import type { JsonObject, OutgoingObject, OutgoingSite } from '@plenum/core'
import { idOfPath } from '@plenum/core/ports'
import { isRoot, uidIn } from './exportedObject.js'
import { exportedPeople } from './exportedPeople.js'
import { type ExportNote, type NoteOf, noteBook } from './exportNote.js'
import { jsonText } from './jsonText.js'
import { listFile, metadataText } from './metadataText.js'
import { objectFile } from './objectFile.js'
import { type ObjectSummary, relationsOf, summarize } from './objectSummary.js'

export interface PloneExportOptions {
  /**
   * The id of the Plone site that will import the files. In the export, old paths and the path of the site root begin
   * with this id.
   */
  readonly siteId: string
  /** Creates a hash in Plone's format that matches no password. Each call returns a different hash. */
  readonly unusableHash: () => string
}

/** A file of an export. The separator in the path is `/`. */
export interface ExportedFile {
  readonly path: string
  readonly pieces: AsyncIterable<string | Uint8Array>
}

export interface PloneExport {
  /** Yields all files sequentially. The pieces of each file must be consumed before the next file is requested. */
  files(): AsyncIterable<ExportedFile>
  /** Returns the notes that require attention. The list is complete only after all files have been consumed. */
  notes(): readonly ExportNote[]
  counts(): { readonly objects: number; readonly files: number }
}

/** Exports a site in Plone's format (docs/how-to/move-in.md, Export to Plone). */
export function ploneExport(site: OutgoingSite, { siteId, unusableHash }: PloneExportOptions): PloneExport {
  const book = noteBook()
  const summaries: ObjectSummary[] = []
  const blobs: string[] = []
  const exporting = { site, siteId, note: book.note, summaries, blobs }
  async function* files(): AsyncGenerator<ExportedFile> {
    yield* objectFiles(exporting)
    yield { path: 'content/__metadata__.json', pieces: metadataText(summaries, blobs) }
    yield { path: 'relations.json', pieces: listFile(relationsOf(summaries)) }
    const { redirects, addresses } = await exportedAddresses(exporting)
    yield { path: 'redirects.json', pieces: jsonPieces(redirects) }
    yield { path: 'plenum.json', pieces: jsonPieces({ addresses }) }
    yield { path: 'principals.json', pieces: jsonPieces(await exportedPeople({ site, unusableHash, note: book.note })) }
  }
  return { files, notes: book.notes, counts: () => ({ objects: summaries.length, files: blobs.length }) }
}

async function* jsonPieces(value: JsonObject): AsyncGenerator<string> {
  yield `${jsonText(value)}\n`
}

interface Exporting {
  readonly site: OutgoingSite
  readonly siteId: string
  readonly note: NoteOf
  readonly summaries: ObjectSummary[]
  readonly blobs: string[]
}

async function* objectFiles({ site, siteId, note, summaries, blobs }: Exporting): AsyncGenerator<ExportedFile> {
  for await (const object of site.objects()) {
    summaries.push(summarize(object))
    noteLimits(object, await object.records(), note)
    const file = await objectFile(object, siteId)
    yield { path: `content/${uidIn(object)}/data.json`, pieces: file.text }
    for (const [path, digest] of file.blobs) {
      blobs.push(path)
      yield { path: `content/${path}`, pieces: site.bytes(digest) }
    }
  }
}

/**
 * Returns the redirects in Plone's format, and the complete data of the redirects for an import into Plenum, because
 * Plone's format cannot contain redirects to other sites. Redirects to paths without content are exported unchanged.
 */
async function exportedAddresses({ site, siteId, note, summaries }: Exporting) {
  const objects = new Map(summaries.map(object => [object.uid, object]))
  /** Maps old paths to new paths. Both kinds of paths include the id of the site. */
  const redirects: Record<string, string> = {}
  /** The complete data of all redirects, for an import into Plenum. */
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

const types: ReadonlySet<string> = new Set([
  ...['Plone Site', 'Document', 'News Item', 'Event', 'Link', 'File', 'Image', 'Collection', 'Folder'],
  ...[
    'Tech Event',
    'Schedule',
    'Keynote',
    'Talk',
    'Training',
    'OpenSpace',
    'LightningTalks',
    'Meeting',
    'Slot',
    'Break',
  ],
  ...['Presenter', 'Venue', 'Room', 'SponsorsDB', 'SponsorLevel', 'Sponsor', 'Profile', 'collective.polls.poll'],
])

const workflows: ReadonlySet<string> = new Set([
  ...['simple_publication_workflow', 'one_state_workflow', 'comment_review_workflow', 'poll_workflow'],
  ...[
    'foundation_member_workflow',
    'intranet_workflow',
    'intranet_folder_workflow',
    'folder_workflow',
    'plone_workflow',
  ],
  ...['simple_workflow', 'comment_one_state_workflow'],
])

/**
 * Whether Plone rejects an id, because Zope does not allow it for content or because every Plone site has a tool with
 * this id in its root.
 */
const isReserved = (id: string, isAtRoot: boolean): boolean =>
  /[^\w~,.$()# @-]/.test(id) ||
  /^(?:_|aq_)|__$|^REQUEST$/.test(id) ||
  (isAtRoot && /^(?:portal_.*|acl_users|MailHost|error_log|content_type_registry|mimetypes_registry)$/.test(id))

/** Adds notes about values that Plone, even with the add-ons that Plenum supports, cannot import unchanged. */
function noteLimits(object: OutgoingObject, records: readonly { readonly workflow: string }[], note: NoteOf): void {
  const { node, lineage } = object
  if (!types.has(node.type)) note('unknown-type', node.type)
  for (const { workflow } of records) if (!workflows.has(workflow)) note('unknown-workflow', workflow)
  if (isRoot(object)) return
  const id = idOfPath(node.path)
  if (isReserved(id, lineage.length === 2)) note('reserved-id', node.path)
  if (lineage.at(-2)?.type === 'Presenter') note('no-container', node.path)
}
