import { isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'
import fc from 'fast-check'
import { type PloneExport, type PloneObject, ploneHash, ploneRoot } from '../ploneExport.js'
import { arbitraryBody, timeText, uidOfNumber } from './arbitraryBody.js'
import { type Seed, seedOf, type Version } from './arbitrarySeed.js'
import { permissionsOfPlone, typesOfPlone } from './objectsOfPlone.js'

const isContent = (type: string): boolean => type !== 'Plone Site'

/**
 * Generates exports of a Plone site with the three add-ons whose content Plenum supports. The exports contain content
 * of all types, and all keys that can occur.
 */
export const arbitraryExport: fc.Arbitrary<PloneExport> = fc
  .record({
    root: arbitraryBody('Plone Site'),
    seeds: fc.array(fc.constantFrom(...Object.keys(typesOfPlone).filter(isContent)).chain(seedOf), { maxLength: 10 }),
    emails: fc.tuple(fc.constantFrom('', 'ada@example.org'), fc.constantFrom('', 'crew@example.org')),
  })
  .map(({ root, seeds, emails }) => exportOf(root, seeds, emails))

interface Placed extends Seed {
  readonly uid: string
  readonly path: string
}

/**
 * Puts each object into the site root or into a container that precedes the object in the list. If the short name is
 * already in use, a number is appended.
 */
function placed(seeds: readonly Seed[]): readonly Placed[] {
  const places: Placed[] = []
  for (const [number, seed] of seeds.entries()) {
    const containers = [
      '',
      ...places.filter(({ type }) => typesOfPlone[type]?.body.is_folderish).map(({ path }) => path),
    ]
    const container = containers[seed.container % containers.length] ?? ''
    const isTaken = places.some(({ path }) => path === `${container}/${seed.id}`)
    places.push({
      ...seed,
      uid: uidOfNumber(number),
      path: `${container}/${isTaken ? `${seed.id}-${number}` : seed.id}`,
    })
  }
  return places
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function exportOf(
  root: JsonObject,
  seeds: readonly Seed[],
  [email, crewEmail]: readonly [string, string],
): PloneExport {
  const objects = placed(seeds)
  const blobs: Record<string, string> = {}
  const byUid = <T>(of: (object: Placed) => T): Record<string, T> =>
    Object.fromEntries(objects.flatMap(object => (of(object) === undefined ? [] : [[object.uid, of(object)]])))
  return {
    objects: [rootObject(root), ...objects.map(object => exported(object, blobs))],
    metadata: {
      default_page: byUid(object => pageOf(objects, object)),
      ordering: byUid(({ position }) => position),
      local_roles: byUid(rolesOf),
      local_permissions: byUid(({ type, grants }) => ({ ...permissionsOfPlone[type], ...grants })),
    },
    principals: principalsOf(email, crewEmail),
    relations: objects.flatMap(object => relationsOf(object, objects)),
    redirects: redirectsOf(objects),
    blobs,
  }
}

const rootObject = (body: JsonObject): PloneObject => ({
  ...body,
  '@id': '/Plone',
  '@type': 'Plone Site',
  UID: ploneRoot,
  id: 'Plone',
  allow_discussion: null,
  language: '##DEFAULT##',
  review_state: null,
})

function pageOf(objects: readonly Placed[], { page: number, path }: Placed): JsonObject | undefined {
  const items = objects.filter(item => item.path.slice(0, item.path.lastIndexOf('/')) === path)
  const page = number === undefined ? undefined : items[number % items.length]
  return page && { default_page: idOf(page.path), default_page_uuid: page.uid }
}

function rolesOf({ owner, roles: own, isBlocked }: Placed): JsonObject {
  const all = { ...own, [owner]: ['Owner', ...(own[owner] ?? [])] }
  return { local_roles: all, ...(isBlocked ? { block: 1 } : {}) }
}

function exported(object: Placed, blobs: Record<string, string>): PloneObject {
  const { type, path, uid, body, history, created, modified, language, versions, note } = object
  const isVersioned = typesOfPlone[type]?.isVersioned === true
  const exportedVersions = isVersioned ? versions : []
  return {
    ...body,
    ...filesOf(object, blobs),
    ...history,
    '@id': encoded(path),
    '@type': type,
    UID: uid,
    id: idOf(path),
    allow_discussion: null,
    created,
    modified,
    language,
    ...object.beside,
    ...(isVersioned ? { changeNote: exportedVersions.length > 0 ? note : '' } : {}),
    ...(exportedVersions.length > 0 ? { changeActor: 'ada' } : {}),
    ...(history.review_state === 'closed' ? { 'collective.polls.votes': votesOf(body) } : {}),
    'exportimport.versions': Object.fromEntries(
      exportedVersions.map((one, number) => [number, versionOf(object, one, number)]),
    ),
  }
}

function votesOf({ options }: JsonObject): JsonObject {
  const all = Array.isArray(options) ? options.filter(isJsonObject) : []
  const voters = all.map((_, i) => (i === 0 ? 'Anonymous-abcdefghijklmnopqrstuv' : `member-${i}`))
  return { counts: Object.fromEntries(all.map(({ option_id }) => [String(option_id), 1])), voters }
}

/**
 * Returns the value of a relation field in a version, in the format of a GET response. The value is empty for even
 * numbers.
 */
function relationOfVersion(name: string, number: number): JsonValue {
  const summary = { '@id': '/a', '@type': 'Document', description: '', review_state: 'private', title: 'Then' }
  if (name === 'preview_image_link') return number % 2 === 0 ? null : summary
  return number % 2 === 0 ? [] : [summary]
}

/** An image whose bytes are missing in the export. */
const lostImage: JsonObject = {
  filename: 'old.png',
  'content-type': 'image/png',
  size: 7,
  width: 1,
  height: 1,
  download: 'http://nohost/Plone/a/@@images/image-1.png',
  scales: {},
}

function versionOf({ path, uid, type, created }: Placed, { body, days, id }: Version, number: number): JsonObject {
  const at = `${path.slice(0, path.lastIndexOf('/'))}/${number === 0 ? id : idOf(path)}`
  const time = Date.UTC(2026, 0, 1 + 3 * number + days)
  const { relations = [] } = typesOfPlone[type] ?? {}
  const led = relations.map(name => [name, relationOfVersion(name, number)] as const)
  return {
    ...body,
    ...Object.fromEntries(led),
    ...(type === 'News Item' && number % 2 === 1 ? { image: lostImage } : {}),
    '@id': encoded(at),
    '@type': type,
    UID: uid,
    id: idOf(at),
    allow_discussion: false,
    changeNote: '',
    created,
    modified: timeText(time),
    language: '',
    version: number,
    review_state: 'private',
    workflow_states: [],
  }
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function filesOf({ type, uid, hasFile }: Placed, blobs: Record<string, Uint8Array | string>): JsonObject {
  const { body = {} } = typesOfPlone[type] ?? {}
  const isNeeded = type === 'File' || type === 'Image'
  const field = ['file', 'image'].find(name => Object.hasOwn(body, name))
  if (field === undefined || !(hasFile || isNeeded)) return {}
  const filename = field === 'file' ? 'Größe: 1?.txt' : 'a b.png'
  const blob_path = `${uid}/${field}/${filename.replace(/[:?]/g, '_')}`
  const bytes = field === 'file' ? `text of ${uid}` : pixel
  blobs[blob_path] = bytes
  const file = { filename, size: bytes.length, blob_path }
  return field === 'file'
    ? { file: { ...file, 'content-type': 'text/plain' } }
    : { image: { ...file, 'content-type': 'image/png', width: 1, height: 1 } }
}

/** The type that each relation field accepts. All targets of the field have this type, so that they are valid. */
const typeOfTargets: Readonly<Record<string, string | undefined>> = {
  presenters: 'Presenter',
  preview_image_link: 'Image',
}

function relationsOf({ uid, type, targets }: Placed, objects: readonly Placed[]): readonly JsonObject[] {
  const uniqueTargets = [...new Set(targets.map(number => objects[number % objects.length]))]
  return (typesOfPlone[type]?.relations ?? []).flatMap(from_attribute => {
    const wanted = typeOfTargets[from_attribute]
    const fitting = uniqueTargets.filter(one => one !== undefined && (wanted === undefined || one.type === wanted))
    const some = from_attribute === 'preview_image_link' ? fitting.slice(0, 1) : fitting
    return some.map(one => ({ from_uuid: uid, from_attribute, to_uuid: one?.uid ?? '' }))
  })
}

function redirectsOf(objects: readonly Placed[]): Readonly<Record<string, string>> {
  const own = objects.flatMap(({ path, oldIds }, number) =>
    oldIds.map(id => [`/Plone/${id}/${number}`, `/Plone${path}`] as const),
  )
  return Object.fromEntries([...own, ['/Another/x', '/Another/y'], ['/Plone/home', '/Plone']])
}

function principalsOf(email: string, crewEmail: string): NonNullable<PloneExport['principals']> {
  const texts = { description: '', home_page: '', location: '' }
  const ada = { ...texts, username: 'ada', login_name: 'ada', fullname: 'Ada Ü', roles: ['Member', 'Reviewer'] }
  const bob = { ...texts, username: 'bob', login_name: 'bob', fullname: '', roles: ['Member'] }
  const stock = { Administrators: 'Manager', Reviewers: 'Reviewer', 'Site Administrators': 'Site Administrator' }
  const group = (groupid: string, more: object) => ({
    ...{ groupid, title: groupid, description: '', email: '', roles: [], groups: [], principals: [] },
    ...more,
  })
  return {
    groups: [
      ...Object.entries(stock).map(([id, role]) =>
        group(id, { roles: [role], principals: id === 'Reviewers' ? ['bob'] : [] }),
      ),
      group('crew', { email: crewEmail, roles: ['Editor'], principals: ['ada', 'inner'], title: 'Crew “1”' }),
      group('inner', { groups: ['crew'], principals: ['bob'] }),
    ],
    members: [
      { ...ada, email, groups: ['crew'], password: ploneHash('secret-of-ada') },
      { ...bob, email: 'bob@example.org', groups: ['Reviewers', 'inner'], password: '{BCRYPT}$2b$12$abc' },
    ],
  }
}
