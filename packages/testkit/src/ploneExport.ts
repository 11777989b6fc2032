import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** An object in a Plone export. Omitted keys have the usual default values. */
export interface PloneObject {
  readonly '@id': string
  readonly '@type'?: string
  readonly UID?: string
  readonly [key: string]: unknown
}

export interface PloneExport {
  readonly objects: readonly PloneObject[]
  /** The keys in `__metadata__.json`. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly principals?: { readonly groups?: readonly object[]; readonly members?: readonly object[] }
  readonly relations?: readonly object[]
  readonly redirects?: Readonly<Record<string, string>>
  /** The bytes of files, by path below `content/`. */
  readonly blobs?: Readonly<Record<string, Uint8Array | string>>
}

/** Returns the UID that an object at a path has in an export, unless the export specifies a different UID. */
export const ploneUid = (at: string): string => createHash('md5').update(at).digest('hex')

export const ploneRoot = 'plone_site_root'

const day = '2026-03-01T10:00:00+00:00'

/** Builds a page in the form of a Plone export. The user `admin` has published the page. */
export function plonePage(at: string, more: Readonly<Record<string, unknown>> = {}): PloneObject {
  return {
    '@id': at,
    title: at.slice(at.lastIndexOf('/') + 1),
    review_state: 'published',
    workflow_history: { simple_publication_workflow: publishedRecords() },
    ...more,
  }
}

export const publishedRecords = (): readonly object[] => [
  { action: null, actor: 'admin', comments: '', review_state: 'private', time: day },
  { action: 'publish', actor: 'admin', comments: 'Done', review_state: 'published', time: '2026-03-01T11:00:00+00:00' },
]

/** Returns the hash of a password in Plone's format. */
export function ploneHash(password: string): string {
  const salt = Buffer.from('1234567')
  const digest = createHash('sha1').update(password).update(salt).digest()
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`
}

/** Writes an export to a folder, whose previous content is deleted. The site root is added automatically. */
export function writePloneExport(folder: string, contents: PloneExport): void {
  const root: PloneObject = { '@id': '/Plone', '@type': 'Plone Site', UID: ploneRoot, title: 'Old site' }
  const usualOf = (object: PloneObject) => (object['@type'] === 'Plone Site' ? ofRoot(object) : withUsual(object))
  const hasRoot = contents.objects.some(object => object['@type'] === 'Plone Site')
  const objects = (hasRoot ? contents.objects : [root, ...contents.objects]).map(usualOf)
  rmSync(folder, { recursive: true, force: true })
  for (const object of objects) write(folder, `content/${object.UID}/data.json`, object)
  write(folder, 'content/__metadata__.json', {
    __version__: '1.0.0',
    _data_files_: objects.map(({ UID }) => `${UID}/data.json`),
    _blob_files_: Object.keys(contents.blobs ?? {}),
    default_page: {},
    ordering: Object.fromEntries(objects.map(({ UID }, index) => [UID, index])),
    local_roles: Object.fromEntries(objects.map(({ UID }) => [UID, { local_roles: { admin: ['Owner'] } }])),
    local_permissions: {},
    relations: [],
    ...contents.metadata,
  })
  write(folder, 'principals.json', { groups: [], members: [], ...contents.principals })
  write(folder, 'relations.json', contents.relations ?? [])
  write(folder, 'redirects.json', contents.redirects ?? {})
  for (const [name, bytes] of Object.entries(contents.blobs ?? {}))
    writeBytes(path.join(folder, 'content', name), bytes)
}

const withUsual = (object: PloneObject): PloneObject & { readonly UID: string } => ({
  '@type': 'Document',
  created: day,
  modified: day,
  review_state: null,
  workflow_history: {},
  layout: 'document_view',
  language: '##DEFAULT##',
  'exportimport.constrains': {},
  version: 'current',
  ...object,
  UID: object.UID ?? ploneUid(object['@id']),
})

function ofRoot(object: PloneObject): PloneObject & { readonly UID: string } {
  const { created: _, modified: __, version: ___, ...root } = withUsual(object)
  return { ...root, UID: object.UID ?? ploneRoot, '@id': object['@id'] }
}

const write = (folder: string, name: string, value: unknown): void =>
  writeBytes(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`)

function writeBytes(file: string, bytes: Uint8Array | string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}
