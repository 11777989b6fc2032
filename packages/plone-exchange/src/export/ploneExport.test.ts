import { type JsonObject, type JsonValue, memoryStore } from '@plenum/core'
import { addPublished, createTestSite, type TestSite } from '@plenum/testkit'
import { rootUid } from '../form/exportKeys.js'
import type { ExportNote } from './exportNote.js'
import { ploneExport } from './ploneExport.js'

interface Read {
  readonly files: ReadonlyMap<string, string>
  readonly notes: readonly ExportNote[]
  json(path: string): JsonValue
}

async function siteInMemory(): Promise<TestSite> {
  const store = memoryStore()
  return createTestSite({ store: store.content, ...store })
}

function exported({ site }: TestSite): Promise<Read> {
  return site.exportContent(async outgoing => {
    const output = ploneExport(outgoing, { siteId: 'Demo', unusableHash: () => '{SSHA}none' })
    const files = new Map<string, string>()
    for await (const { path, pieces } of output.files()) {
      let text = ''
      for await (const piece of pieces) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString()
      files.set(path, text)
    }
    return { files, notes: output.notes(), json: path => JSON.parse(files.get(path) ?? 'null') }
  })
}

async function uidOf({ platform }: TestSite, path: string): Promise<string> {
  const { lineage } = await platform.store.read(reader => reader.open(path))
  return lineage.at(-1)?.uid ?? ''
}

const page = { '@type': 'Document', title: 'Page' }

describe('an export in the form of Plone (docs/how-to/move-in.md, Export to Plone)', () => {
  it('writes each object to a separate file, in the Plone format', async () => {
    const test = await siteInMemory()
    const blocks = { b: { '@type': 'slate', url: '../resolveuid/x' } }
    await addPublished(test, '/', { ...page, id: 'a b,c', description: 'Über', blocks, subjects: ['x'] })
    const uid = await uidOf(test, '/a b,c')
    const data = (await exported(test)).json(`content/${uid}/data.json`) as JsonObject
    expect(data).toMatchObject({
      '@id': '/a%20b%2Cc',
      '@type': 'Document',
      UID: uid,
      id: 'a b,c',
      blocks,
      description: 'Über',
      expires: null,
      language: '##DEFAULT##',
      layout: 'document_view',
      review_state: 'published',
      type_title: 'Page',
      version: 'current',
      'exportimport.constrains': {},
      'exportimport.versions': {},
      workflow_states: ['simple_publication_workflow|published'],
      workflow_history: {
        simple_publication_workflow: [
          { action: null, actor: 'max', comments: '', review_state: 'private', time: '2027-01-01T00:00:00+00:00' },
          { action: 'publish', review_state: 'published' },
        ],
      },
    })
    for (const key of ['relatedItems', 'preview_image_link', '@components', 'parent', 'items'])
      expect(data).not.toHaveProperty([key])
  })

  it('includes all versions except the newest, and their authors under a Plenum key', async () => {
    const test = await siteInMemory()
    await addPublished(test, '/', { ...page, id: 'a' })
    for (const title of ['Second', 'Third']) {
      test.clock.now += 60_000
      const input = { body: { title, changeNote: `now ${title}` }, representation: false, lockToken: undefined }
      await test.run('editContent', '/a', { as: 'edi', input })
    }
    const data = (await exported(test)).json(`content/${await uidOf(test, '/a')}/data.json`) as JsonObject
    expect(data).toMatchObject({ title: 'Third', changeNote: 'now Third', changeActor: 'edi' })
    expect(data['exportimport.versions']).toMatchObject({
      0: { title: 'Page', version: 0, language: '' },
      1: { title: 'Second', version: 1, modified: '2027-01-01T00:01:00+00:00' },
    })
    expect(Object.keys(data['exportimport.versions'] as JsonObject)).toEqual(['0', '1'])
    expect(data['plenum.versions']).toMatchObject({ 1: { actor: 'edi', comments: 'now Second' }, 2: { actor: 'edi' } })
  })

  it('names the owner of a copy in local roles, and the author of the original under a Plenum key', async () => {
    const test = await siteInMemory()
    await test.run('addContent', '/', { as: 'sia', input: { ...page, id: 'a' } })
    await test.run('copyObjects', '/', { as: 'max', input: { source: '/a' } })
    const [original, copy] = [await uidOf(test, '/a'), await uidOf(test, '/copy_of_a')]
    const { json } = await exported(test)
    expect(json('content/__metadata__.json')).toMatchObject({
      local_roles: { [original]: { local_roles: { sia: ['Owner'] } }, [copy]: { local_roles: { max: ['Owner'] } } },
    })
    expect(json(`content/${copy}/data.json`)).toMatchObject({ creators: ['sia'], 'plenum.creator': 'sia' })
    expect(json(`content/${original}/data.json`)).not.toHaveProperty(['plenum.creator'])
  })

  it('puts the bytes of files next to their objects', async () => {
    const test = await siteInMemory()
    const file = { filename: 'a:b.txt', 'content-type': 'text/plain', encoding: 'base64', data: 'aGVsbG8=' }
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'File', title: 'F', id: 'f', file } })
    const uid = await uidOf(test, '/f')
    const { json, files } = await exported(test)
    expect(json(`content/${uid}/data.json`)).toMatchObject({
      file: { filename: 'a:b.txt', 'content-type': 'text/plain', size: 5, blob_path: `${uid}/file/a_b.txt` },
    })
    expect(files.get(`content/${uid}/file/a_b.txt`)).toBe('hello')
    expect(json('content/__metadata__.json')).toMatchObject({ _blob_files_: [`${uid}/file/a_b.txt`] })
  })

  it('lists containers first, and objects of a vocabulary before the objects that refer to them', async () => {
    const test = await siteInMemory()
    await addPublished(test, '/', { ...page, id: 'about' })
    await addPublished(test, '/', { '@type': 'Schedule', title: 'Programme', id: 'programme' })
    await addPublished(test, '/', { ...page, id: 'where' })
    await addPublished(test, '/where', { '@type': 'Venue', title: 'Venue', id: 'venue' })
    await addPublished(test, '/where/venue', { '@type': 'Room', title: 'Room', id: 'room' })
    const metadata = (await exported(test)).json('content/__metadata__.json') as { _data_files_: string[] }
    const uids = await Promise.all(
      ['/where', '/where/venue', '/where/venue/room', '/about', '/programme'].map(path => uidOf(test, path)),
    )
    expect(metadata._data_files_).toEqual([rootUid, ...uids].map(uid => `${uid}/data.json`))
  })

  it('includes relations in list order, and links that point to content', async () => {
    const test = await siteInMemory()
    for (const id of ['x', 'y', 'z']) await addPublished(test, '/', { ...page, id })
    const [x, y, z] = await Promise.all(['/x', '/y', '/z'].map(path => uidOf(test, path)))
    const blocks = { b: { url: '/y#part' }, c: { url: `../resolveuid/${x}` }, d: { url: '/nowhere' } }
    await addPublished(test, '/', { ...page, id: 'a', relatedItems: [z ?? '', x ?? ''], blocks })
    const from_uuid = await uidOf(test, '/a')
    const to = (from_attribute: string, targets: readonly (string | undefined)[]) =>
      targets.map(to_uuid => ({ from_attribute, from_uuid, to_uuid }))
    const relations = (await exported(test)).json('relations.json') as JsonObject[]
    const linked = relations.filter(one => one.from_attribute === 'isReferencing')
    expect(new Set(linked.map(one => one.to_uuid))).toEqual(new Set([x, y]))
    expect(relations).toEqual([...linked, ...to('relatedItems', [z, x])])
  })

  it('writes roles, blocked inheritance, positions and permissions of objects to separate files', async () => {
    const test = await siteInMemory()
    await addPublished(test, '/', { ...page, id: 'a' })
    await addPublished(test, '/', { '@type': 'Schedule', title: 'S', id: 's' })
    const entries = ['mia', 'max'].map(id => ({ id, type: 'user', roles: { Reader: true } }))
    await test.run('editSharing', '/a', { as: 'max', input: { entries, inherit: false } })
    const [a, s] = await Promise.all(['/a', '/s'].map(path => uidOf(test, path)))
    const metadata = (await exported(test)).json('content/__metadata__.json') as Record<string, JsonObject>
    expect(metadata.local_roles?.[a ?? '']).toEqual({
      local_roles: { max: ['Owner', 'Reader'], mia: ['Reader'] },
      block: 1,
    })
    expect(metadata.ordering).toMatchObject({ [a ?? '']: 0, [s ?? '']: 1 })
    expect(metadata.local_permissions).toMatchObject({
      [a ?? '']: {},
      [s ?? '']: { 'collective.techevent: Add Talk': { acquire: false } },
    })
  })

  it('redirects old paths to new ones below the id of the site', async () => {
    const test = await siteInMemory()
    await addPublished(test, '/', { ...page, id: 'a' })
    await test.run('editContent', '/a', {
      as: 'max',
      input: { body: { id: 'b' }, representation: false, lockToken: undefined },
    })
    const { json } = await exported(test)
    expect(json('redirects.json')).toEqual({ '/Demo/a': '/Demo/b' })
    expect(json('plenum.json')).toMatchObject({
      addresses: [{ path: '/a', manual: false, uid: await uidOf(test, '/b') }],
    })
  })

  it('includes groups, and users with their passwords only if they came from Plone', async () => {
    const test = await siteInMemory()
    const { users } = test.platform
    await users.change(['mia', 'rex'], ({ users: known }) => ({
      users: [...known.values()].map(user => ({
        ...user,
        groups: ['crew'],
        ...(user.id === 'mia' ? { passwordHash: '{SSHA}abc' } : {}),
      })),
      groups: [
        { id: 'crew', title: 'Crew', description: '', email: '', roles: ['Editor'], groups: ['ship'] },
        { id: 'ship', title: 'Ship', description: '', email: '', roles: [] },
      ],
    }))
    const { json, notes } = await exported(test)
    const { groups, members } = json('principals.json') as { groups: JsonObject[]; members: JsonObject[] }
    const crew = { groupid: 'crew', title: 'Crew', roles: ['Editor'], groups: ['ship'], principals: ['mia', 'rex'] }
    expect(groups.slice(-2)).toMatchObject([crew, { groupid: 'ship', groups: [], principals: ['crew'] }])
    expect(groups.map(({ groupid }) => groupid)).not.toContain('AuthenticatedUsers')
    const member = (id: string) => members.find(({ username }) => username === id)
    expect(member('mia')).toMatchObject({
      login_name: 'mia',
      password: '{SSHA}abc',
      groups: ['crew'],
      roles: ['Member'],
    })
    expect(member('rex')?.password).toBe('{SSHA}none')
    const withoutPassword = notes.filter(({ kind }) => kind === 'password').map(({ text }) => text)
    expect(withoutPassword).toContain('rex')
    expect(withoutPassword).not.toContain('mia')
  })

  it('includes the votes of closed polls, and notes ids that Plone reserves', async () => {
    const test = await siteInMemory()
    const options = [{ description: 'Yes' }, { description: 'No' }]
    const poll = { '@type': 'collective.polls.poll', title: 'P', options, open_date: '2027-01-01T00:00:00Z' }
    for (const id of ['shut', 'open']) {
      await test.run('addContent', '/', { as: 'max', input: { ...poll, id } })
      await test.run('transitionContent', `/${id}`, { as: 'max', input: { transition: 'open', body: {} } })
      const input = { body: { option_id: 1 }, token: () => null, admit: async () => {} }
      await test.run('castVote', `/${id}`, { as: 'mia', input })
    }
    await test.run('transitionContent', '/shut', { as: 'max', input: { transition: 'close', body: {} } })
    await addPublished(test, '/', { ...page, id: 'REQUEST' })
    const { json, notes } = await exported(test)
    const data = async (path: string) => json(`content/${await uidOf(test, path)}/data.json`)
    const votes = { counts: { 1: 1 }, voters: ['mia'] }
    expect(await data('/shut')).toMatchObject({
      'collective.polls.votes': votes,
      'plenum.poll': { open_date: 1798761600000 },
    })
    expect(await data('/open')).not.toHaveProperty(['collective.polls.votes'])
    expect(notes.filter(({ kind }) => kind !== 'password')).toEqual([{ kind: 'reserved-id', text: '/REQUEST' }])
  })

  it('notes the ids of Plone tools only in the site root', async () => {
    const test = await siteInMemory()
    await addPublished(test, '/', { ...page, id: 'portal_news' })
    await addPublished(test, '/', { ...page, id: 'about' })
    await addPublished(test, '/about', { ...page, id: 'portal_news' })
    const { notes } = await exported(test)
    expect(notes.filter(({ kind }) => kind === 'reserved-id')).toEqual([{ kind: 'reserved-id', text: '/portal_news' }])
  })
})
