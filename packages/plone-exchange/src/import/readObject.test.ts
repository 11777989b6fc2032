import type { JsonObject, JsonValue } from '@plenum/core'
import { type BlobFacts, type ExportFiles, Unreadable } from './exportFiles.js'
import { incomingExport } from './incomingExport.js'
import { objectPath } from './objectPath.js'

const uid = '0123456789abcdef0123456789abcdef'
const blob: BlobFacts = { digest: 'd', size: 12, image: { width: 3, height: 4, contentType: 'image/png' } }

function exportOf(data: JsonValue | Unreadable, beside: ExportFiles['sharedFiles'] = {}): ExportFiles {
  return {
    uids: [uid],
    object: async () => data,
    blob: async path => (path === `${uid}/image/a.png` ? blob : new Unreadable(`is not there: ${path}`)),
    bytes: async function* () {},
    sharedFiles: beside,
  }
}
const page = (more: JsonObject = {}): JsonObject => ({
  ...{ '@id': '/a/page', '@type': 'Document', UID: uid, title: 'Page', id: 'page', parent: {}, is_folderish: false },
  ...{ created: '2027-05-01T09:00:00+00:00', modified: '2027-05-02T09:00:00+00:00', review_state: 'published' },
  ...more,
})

async function read(data: JsonValue | Unreadable, beside?: ExportFiles['sharedFiles']) {
  const site = await incomingExport(exportOf(data, beside), 0)
  const { object, findings } = await site.object(uid)
  return { object, findings: findings.map(({ weight, key, detail }) => [weight, key, detail]), site }
}

describe('the path of an object', () => {
  it.each([
    ['/a', '/a'],
    ['/a/b%20c', '/a/b c'],
    ['/a%2Fb', null],
    ['/a//b', null],
    ['/a/', null],
    ['/', null],
    ['a', null],
    ['//a', null],
    ['/%', null],
  ])('in %s is %s', (address, path) => {
    expect(objectPath(address)).toBe(path)
  })
})

describe('an object of an export', () => {
  it('contains its fields without values that Plone computes', async () => {
    const { object, findings } = await read(page({ language: '##DEFAULT##', 'exportimport.x': 1, 'plenum.x': 2 }))
    expect(object).toMatchObject({
      ...{ uid, path: '/a/page', type: 'Document', values: { title: 'Page' }, reviewState: 'published' },
      ...{ created: Date.parse('2027-05-01T09:00:00Z'), modified: Date.parse('2027-05-02T09:00:00Z') },
    })
    expect(Object.keys(object?.values ?? {})).toEqual(['title'])
    expect(findings).toEqual([])
  })

  it.each([
    [
      'has another UID than its folder',
      { UID: 'f'.repeat(32) },
      'UID',
      'has a UID that differs from the name of its folder',
    ],
    ['has no path', { '@id': '/a//b' }, '@id', 'does not contain the path of an object'],
    ['has no type', { '@type': '' }, '@type', 'has no type'],
    ['has an invalid date', { modified: 'today' }, 'modified', 'is not a date'],
  ])('is not imported if it %s', async (_, more, key, sentence) => {
    const { object, findings } = await read(page(more))
    expect({ object, findings }).toEqual({ object: null, findings: [['problem', key, sentence]] })
  })

  it('is not imported if its file cannot be read', async () => {
    const { object, findings } = await read(new Unreadable('is cut'))
    expect({ object, findings }).toEqual({ object: null, findings: [['problem', null, 'is cut']] })
  })

  it('has the stored facts of a file, and a note if the export states a different size', async () => {
    const image = {
      blob_path: `${uid}/image/a.png`,
      filename: 'a\u0000.png',
      'content-type': 'text/html',
      size: 13,
      width: 3,
    }
    const { object, findings } = await read(page({ image }))
    expect(object?.files.image).toEqual({
      ...{ digest: 'd', filename: 'a.png', 'content-type': 'image/png', size: 12, width: 3, height: 4 },
    })
    expect(findings).toEqual([['note', 'image', 'has another size: 12 in place of 13']])
    expect((await read(page({ image: { blob_path: 'x' } }))).findings).toEqual([
      ['problem', 'image', 'is not there: x'],
    ])
  })

  it.each<[string, JsonObject, JsonObject, string, JsonObject]>([
    [
      'from its owner, who may differ from its first creator',
      { creators: ['bo'] },
      { ada: ['Owner'] },
      'ada',
      { ada: ['Owner', 'Owner'] },
    ],
    [
      'from its first creator if there are several owners',
      { creators: ['bo'] },
      { ada: ['Owner'], bo: ['Owner'] },
      'bo',
      { ada: ['Owner'], bo: ['Owner', 'Owner'] },
    ],
    [
      'from its first creator if there are no owners',
      { creators: ['bo', 'ada'] },
      { ada: ['Editor'] },
      'bo',
      { ada: ['Editor'], bo: ['Owner'] },
    ],
    [
      'from the data of another Plenum, without a role for them',
      { 'plenum.creator': 'bo' },
      { bo: ['Owner', 'Editor'] },
      'bo',
      { bo: ['Editor'] },
    ],
    [
      'from its first record if there are neither owners nor creators',
      { workflow_history: { w: [{ action: null, actor: 'cy', comments: '', time: '2027-05-01T09:00:00+00:00' }] } },
      {},
      'cy',
      { cy: ['Owner'] },
    ],
  ])('has the creator %s', async (_, more, local_roles, creator, localRoles) => {
    const beside = { 'content/__metadata__.json': { local_roles: { [uid]: { local_roles } } } }
    const { object } = await read(page(more), beside)
    expect(object?.creator).toBe(creator)
    expect(Object.keys(object?.localRoles ?? {}).sort()).toEqual(Object.keys(localRoles).sort())
    for (const [id, roles] of Object.entries(localRoles))
      expect(new Set(object?.localRoles[id])).toEqual(new Set(roles as string[]))
  })

  it('has its workflow records in file order, and a problem for each invalid one', async () => {
    const record = (action: string, time: string) => ({
      action,
      actor: 'ada',
      comments: 'Now',
      time,
      review_state: 'x',
    })
    const workflow_history = { w: [record('', '2027-05-01T09:00:00+00:00'), record('publish', 'never'), 7] }
    const { object, findings } = await read(page({ workflow_history }))
    expect(object?.records).toEqual([
      {
        ...{ workflow: 'w', action: null, actor: 'ada', comments: 'Now', time: Date.parse('2027-05-01T09:00:00Z') },
        values: { review_state: 'x' },
      },
    ])
    expect(findings).toEqual([1, 2].map(i => ['problem', `workflow_history.w[${i}]`, 'is not a workflow record']))
  })

  it.each([
    ['plenum.times', { created: Date.parse('2027-05-01T09:00:00.250Z') }, '2027-05-01T09:00:00.250Z'],
    ['a different time', { created: Date.parse('2027-05-01T09:00:01.250Z') }, '2027-05-01T09:00:00.000Z'],
  ])('has milliseconds from %s', async (_, times, created) => {
    const { object } = await read(page({ 'plenum.times': times }))
    expect(new Date(object?.created ?? 0).toISOString()).toBe(created)
  })

  it.each<[string, readonly JsonValue[], readonly string[]]>([
    [
      'exact times from plenum.times, in the order of that list',
      [
        ['v', Date.parse('2027-05-01T10:00:00.250Z')],
        ['w', Date.parse('2027-05-01T09:00:00.500Z')],
      ],
      ['v 10:00:00.250', 'w 09:00:00.500'],
    ],
    [
      'the times of the file if plenum.times omits some',
      [['w', Date.parse('2027-05-01T09:00:00.500Z')]],
      ['w 09:00:00.000', 'v 10:00:00.000'],
    ],
  ])('has workflow records with %s', async (_, records, expected) => {
    const record = (hour: string) => ({
      action: null,
      actor: 'ada',
      comments: '',
      time: `2027-05-01T${hour}:00:00+00:00`,
    })
    const workflow_history = { w: [record('09')], v: [record('10')] }
    const { object } = await read(page({ workflow_history, 'plenum.times': { records: [...records] } }))
    expect(
      object?.records.map(({ workflow, time }) => `${workflow} ${new Date(time).toISOString().slice(11, -1)}`),
    ).toEqual(expected)
  })

  it('has its versions in numeric order, each with its date', async () => {
    const version = (title: string, modified: string) => ({ '@type': 'Document', title, modified })
    const versions = {
      '10': version('Third', '2027-05-01T11:00:00+00:00'),
      '2': version('Second', '2027-05-01T10:00:00+00:00'),
      '0': version('First', '2027-05-01T09:00:00+00:00'),
      '1': version('None', ''),
    }
    const { object, findings } = await read(page({ 'exportimport.versions': versions }))
    expect(object?.versions.map(({ values, time }) => [values.title, new Date(time).getUTCHours()])).toEqual([
      ['First', 9],
      ['Second', 10],
      ['Third', 11],
    ])
    expect(findings).toEqual([['problem', 'exportimport.versions.1', 'is not a version with a date']])
  })

  it('has versions with its own file if name and size match, and a note about every other file', async () => {
    const image = { blob_path: `${uid}/image/a.png`, filename: 'a.png', 'content-type': 'image/png', size: 12 }
    const version = (filename: string, size: number) => ({
      ...{ '@type': 'Image', modified: '2027-05-01T09:00:00+00:00' },
      image: { download: 'https://plone.example/a/@@images/image', filename, size },
    })
    const versions = { '0': version('a.png', 12), '1': version('a.png', 13), '2': version('b.png', 12) }
    const { object, findings } = await read(page({ image, 'exportimport.versions': versions }))
    expect(object?.versions.map(({ files }) => files)).toEqual([{ image: object?.files.image }, {}, {}])
    expect(findings).toEqual(
      [1, 2].map(number => [
        'note',
        `exportimport.versions.${number}.image`,
        'has a file whose bytes are not in the export',
      ]),
    )
  })
})

describe('files next to the objects of an export', () => {
  it('provide position, inheritance, permissions and relations of each object', async () => {
    const beside: ExportFiles['sharedFiles'] = {
      'content/__metadata__.json': {
        _data_files_: [`${uid}/data.json`, 'other/data.json'],
        ordering: { [uid]: 7 },
        local_roles: { [uid]: { block: 1 } },
        local_permissions: { [uid]: { View: { acquire: true, roles: ['Member'] }, Edit: { roles: [] } } },
      },
      'relations.json': [
        { from_uuid: uid, from_attribute: 'relatedItems', to_uuid: 'b' },
        { from_uuid: uid, from_attribute: 'isReferencing', to_uuid: 'c' },
        { from_uuid: uid, from_attribute: 'relatedItems', to_uuid: 'a' },
      ],
    }
    const { object, site } = await read(page(), beside)
    expect(object).toMatchObject({
      ...{ position: 7, blockLocalRoles: true, relations: { relatedItems: ['b', 'a'] } },
      permissions: { View: { roles: ['Member'], acquired: true }, Edit: { roles: [], acquired: false } },
    })
    expect(site.findings).toMatchObject([
      { weight: 'problem', uid: 'other', detail: 'is listed in content/__metadata__.json but missing' },
    ])
  })

  it('in another format are problems; unsupported data is a note unless it is empty', async () => {
    const beside = { 'relations.json': {}, 'principals.json': [], 'portlets.json': { a: 1 }, 'discussions.json': [] }
    const { site } = await read(page(), beside as never)
    expect(site.findings.map(({ weight, key, detail }) => [weight, key, detail])).toEqual([
      ['problem', null, 'principals.json does not have the form of an export'],
      ['problem', null, 'relations.json does not have the form of an export'],
      ['note', 'portlets.json', 'is not imported'],
    ])
  })
})
