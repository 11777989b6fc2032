import {
  addPublished,
  createTestSite,
  password,
  type TestSite,
  type TestSiteOptions,
  type TestUser,
} from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const minute = 60_000

interface Entry {
  readonly type: string
  readonly action: string
  readonly workflow_id: string | null
  readonly comments: string
  readonly time: string
  readonly version?: number
  readonly may_revert?: boolean
  readonly '@id'?: string
}

let test: TestSite
let app: Express

async function begin(options: TestSiteOptions = {}): Promise<void> {
  test = await createTestSite(options)
  app = createApp(test.site)
}

beforeEach(() => begin())

type Method = 'get' | 'post' | 'patch' | 'delete' | 'put'

function send(method: Method, path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example').redirects(0)
  return as ? sent.auth(as, password) : sent
}

const get = (path: string, as: TestUser = 'max') => send('get', path, as)
const post = (path: string, body: object = {}, as: TestUser = 'max') => send('post', path, as).send(body)
const patch = (path: string, body: object, as: TestUser = 'max') => send('patch', path, as).send(body)
const history = async (path: string, as: TestUser = 'max'): Promise<readonly Entry[]> =>
  (await get(`${path}/@history`, as).expect(200)).body
const named = ({ workflow_id, action, version }: Entry): string =>
  version === undefined ? `${workflow_id}:${action}` : `version:${version}`
const versions = async (path: string) =>
  (await history(path)).flatMap(({ version, comments }) => (version === undefined ? [] : [[version, comments]]))

const publication = 'simple_publication_workflow'
const membership = 'foundation_member_workflow'
const profile = { '@type': 'Profile', id: 'pro', title: 'Ada', email: 'ada@example.org' }
const page = { '@type': 'Document', id: 'page', title: 'First' }

describe('GET @history', () => {
  it('merges the records of all workflows and the versions, newest first', async () => {
    await post('/', profile)
    for (const [path, body] of [
      ['/pro/@workflow/activate', {}],
      ['/pro/@workflow/publish', { comment: 'go' }],
    ] as const) {
      test.clock.now += minute
      await post(path, body).expect(200)
    }
    const entries = await history('/pro')
    expect(entries.map(named)).toEqual([
      `${publication}:publish`,
      `${membership}:activate`,
      'version:0',
      `${membership}:Create`,
      `${publication}:Create`,
    ])
    expect(entries[0]).toEqual({
      action: 'publish',
      actor: { '@id': `${base}/@users/max`, fullname: 'max Test', id: 'max', username: null },
      comments: 'go',
      review_state: 'published',
      state_title: 'Published',
      time: '2027-01-01T00:02:00+00:00',
      transition_title: 'Publish',
      type: 'workflow',
      workflow_id: publication,
    })
    expect(entries[1]).toMatchObject({ workflow_states: 'active', state_title: 'Active', transition_title: 'Activate' })
    expect(entries[2]).toEqual({
      '@id': `${base}/pro/@history/0`,
      action: 'Edited',
      actor: { '@id': `${base}/@users/max`, fullname: 'max Test', id: 'max', username: null },
      comments: 'Initial version',
      may_revert: true,
      time: '2027-01-01T00:00:00+00:00',
      transition_title: 'Edited',
      type: 'versioning',
      version: 0,
      workflow_id: null,
    })
  })

  it('has a workflow_id in every entry, even without contributed workflows', async () => {
    await post('/', page)
    expect((await history('/page')).map(({ type, workflow_id }) => [type, workflow_id])).toEqual([
      ['versioning', null],
      ['workflow', publication],
    ])
  })

  it('is ordered by time in milliseconds, then by the order of writing', async () => {
    await post('/', profile)
    await patch('/pro', { title: 'Ada L.', changeNote: 'same moment' })
    await post('/pro/@workflow/activate')
    await patch('/pro', { title: 'Ada K.' })
    test.clock.now += 1
    await post('/pro/@workflow/publish')
    const entries = await history('/pro')
    expect(entries.map(named)).toEqual([
      `${publication}:publish`,
      'version:2',
      `${membership}:activate`,
      'version:1',
      'version:0',
      `${membership}:Create`,
      `${publication}:Create`,
    ])
    expect(new Set(entries.map(({ time }) => time)).size).toBe(1)
  })

  it('returns a batch of the list on request, otherwise the whole list', async () => {
    await post('/', page)
    for (let i = 1; i <= 30; i++) await patch('/page', { title: `Title ${i}` })
    const all = await history('/page')
    expect(all).toHaveLength(32)
    expect((await get('/page/@history?b_size=2')).body).toEqual(all.slice(0, 2))
    expect((await get('/page/@history?b_start=30')).body).toEqual(all.slice(30))
    expect((await get('/page/@history?b_start=1&b_size=3')).body).toEqual(all.slice(1, 4))
    expect((await get('/page/@history?b_size=0')).body).toEqual([])
    expect((await get('/page/@history?b_start=99')).body).toEqual([])
    for (const query of ['b_size=-1', 'b_size=x', 'b_start=1.5'])
      expect((await get(`/page/@history?${query}`).expect(400)).body.type).toBe('BadRequest')
  })

  it('requires View and the permission to access previous versions', async () => {
    const path = await addPublished(test, '/', page)
    for (const user of ['mia', 'rea'] as const) await get(`${path}/@history`, user).expect(401)
    const refused = await send('get', `${path}/@history`).expect(401)
    expect(refused.body).toMatchObject({ type: 'Unauthorized', context: `${base}/page` })
    for (const user of ['rex', 'edi', 'con', 'sia', 'max'] as const) await get(`${path}/@history`, user).expect(200)
    await post('/', { ...page, id: 'draft' })
    await get('/draft/@history', 'rex').expect(401)
  })

  it('shows only versions to a contributor, and reports may_revert only with that permission', async () => {
    await addPublished(test, '/', profile)
    const entries = await history('/pro', 'con')
    expect(entries.map(({ type, may_revert }) => [type, may_revert])).toEqual([['versioning', false]])
    const ofReviewer = await history('/pro', 'rex')
    expect(ofReviewer.map(({ type }) => type)).toEqual(['workflow', 'versioning', 'workflow', 'workflow'])
  })

  it('is empty, with the permission, for the site root and types without history', async () => {
    expect(await history('/')).toEqual([])
    await send('get', '/@history').expect(401)
    await get('/@history', 'mia').expect(401)
    const file = { data: 'aGVsbG8=', encoding: 'base64', filename: 'hello.txt', 'content-type': 'text/plain' }
    await post('/', { '@type': 'File', id: 'file', file }).expect(201)
    expect(await history('/file')).toEqual([])
  })

  it('is not found below missing content, with other methods, or with more segments', async () => {
    await post('/', page)
    await get('/none/@history').expect(404)
    for (const method of ['post', 'put', 'delete'] as const) await send(method, '/page/@history', 'max').expect(404)
    await get('/page/@history/0/1').expect(404)
    await patch('/page/@history/0', { version: 0 }).expect(404)
  })

  it('represents a visitor with empty strings', async () => {
    await begin({ extensions: { permissions: { 'Add portal content': ['Anonymous', 'Manager'] } } })
    await send('post', '/').send(page).expect(201)
    expect((await history('/page')).map(entry => (entry as unknown as { actor: object }).actor)).toEqual(
      Array(2).fill({ '@id': `${base}/@users/`, fullname: '', id: '', username: null }),
    )
  })
})

describe('the guards of @history', () => {
  const workflow = (id: string, historyGuard: object) => ({
    id,
    title: id,
    stateVariable: `${id}_state`,
    initialState: 'start',
    managedPermissions: [],
    states: [{ id: 'start', title: 'Start', transitions: [], permissions: {} }],
    transitions: [],
    historyGuard,
  })
  const strict = workflow('strict', { permissions: ['Manage portal'] })
  const open = workflow('open', {})

  beforeEach(() =>
    begin({
      extensions: {
        workflows: [strict, open],
        behaviors: [{ name: 'both', workflows: [{ ids: ['strict', 'open'] }] }],
        types: [
          {
            id: 'Thing',
            title: 'Thing',
            behaviors: ['plone.basic', 'plone.versioning', 'both'],
            contains: null,
            addableAnywhere: true,
            addPermission: 'Add portal content',
            layout: 'view',
            lockable: false,
          },
        ],
      },
    }),
  )

  it('are checked one by one: a reader excluded from one block sees the others', async () => {
    await addPublished(test, '/', { '@type': 'Thing', id: 'thing', title: 'Thing' })
    const ids = async (user: TestUser) => (await history('/thing', user)).map(({ workflow_id }) => workflow_id)
    expect(await ids('max')).toEqual([publication, null, 'open', 'strict', publication])
    expect(await ids('rex')).toEqual([publication, null, 'open', publication])
    expect(await ids('con')).toEqual([null, 'open'])
  })
})

describe('a version is saved', () => {
  it('when content of a type with versions is created', async () => {
    await post('/', page)
    await post('/', { '@type': 'Link', id: 'link', title: 'L', remoteUrl: 'https://example.org' })
    for (const path of ['/page', '/link']) expect(await versions(path)).toEqual([[0, 'Initial version']])
  })

  it('when a field changes, with the note of the change or an empty comment', async () => {
    await post('/', page)
    await patch('/page', { title: 'Second', changeNote: 'better' }).expect(204)
    await patch('/page', { title: 'Third' }).expect(204)
    await patch('/page', { changeNote: 'nothing else' }).expect(204)
    expect(await versions('/page')).toEqual([
      [3, 'nothing else'],
      [2, ''],
      [1, 'better'],
      [0, 'Initial version'],
    ])
  })

  it('when the object is renamed', async () => {
    await post('/', page)
    await patch('/page', { id: 'leaf' }).expect(204)
    expect(await versions('/leaf')).toEqual([
      [1, ''],
      [0, 'Initial version'],
    ])
  })

  it('not when nothing changes, nor for a new view, order or workflow state, including its dates', async () => {
    await post('/', page)
    await post('/page', { ...page, id: 'a' })
    await post('/page', { ...page, id: 'b' })
    for (const body of [{ title: 'First' }, {}, { layout: 'wide' }, { ordering: { obj_id: 'b', delta: 'top' } }])
      await patch('/page', body).expect(204)
    await post('/page/@workflow/publish', { effective: '2027-02-01', expires: '2028-02-01' }).expect(200)
    expect(await versions('/page')).toEqual([[0, 'Initial version']])
  })

  it('not while versioning of the object is off', async () => {
    await post('/', { ...page, versioning_enabled: false })
    await patch('/page', { title: 'Second' })
    expect(await versions('/page')).toEqual([])
    await patch('/page', { title: 'Third', versioning_enabled: true, changeNote: 'on' })
    await patch('/page', { title: 'Fourth', versioning_enabled: false })
    expect(await versions('/page')).toEqual([[0, 'on']])
  })

  it('not when the change is refused', async () => {
    await post('/', page)
    await patch('/page', { title: null }).expect(400)
    expect(await versions('/page')).toEqual([[0, 'Initial version']])
  })
})

describe('GET @history/{version}', () => {
  it('returns the object in its previous state, with its previous workflow states and the version as a string', async () => {
    await post('/', profile)
    await post('/pro/@workflow/activate')
    test.clock.now += minute
    await patch('/pro', { title: 'Ada L.', description: 'Count' })
    await post('/pro/@workflow/publish')
    const live = (await get('/pro')).body
    const first = (await get('/pro/@history/0').expect(200)).body
    expect(first).toMatchObject({
      '@id': `${base}/pro`,
      UID: live.UID,
      title: 'Ada',
      description: '',
      modified: '2027-01-01T00:00:00+00:00',
      review_state: 'private',
      workflow_states: [`${publication}|private`, `${membership}|pending`],
      version: '0',
    })
    expect(Object.keys(first).sort()).toEqual(Object.keys(live).sort())
    expect((await get('/pro/@history/1')).body).toMatchObject({
      title: 'Ada L.',
      version: '1',
      workflow_states: [`${publication}|private`, `${membership}|active`],
    })
    expect(live).toMatchObject({
      version: 'current',
      workflow_states: [`${publication}|published`, `${membership}|active`],
    })
  })

  it('has the previous short name after a rename, and the current context', async () => {
    await post('/', page)
    await post('/page', { ...page, id: 'inside' })
    await patch('/page', { id: 'leaf', title: 'Second' })
    const { body } = await get('/leaf/@history/0').expect(200)
    expect(body).toMatchObject({ '@id': `${base}/page`, id: 'page', title: 'First', parent: { '@id': base } })
    expect(body['@components'].workflow).toEqual({ '@id': `${base}/leaf/@workflow` })
    expect(body.items.map((item: { '@id': string }) => item['@id'])).toEqual([`${base}/leaf/inside`])
    expect(body).not.toHaveProperty('sharing')
    // The redirect from the old address preserves the rest of the path.
    const moved = await get('/page/@history/0')
    expect([moved.status, moved.headers.location]).toEqual([expect.any(Number), `${base}/leaf/@history/0`])
    expect(moved.status).toBeGreaterThanOrEqual(300)
  })

  it('lists the content in batches that link to each other', async () => {
    await post('/', page)
    for (const id of ['a', 'b', 'c']) await post('/page', { ...page, id })
    const { body } = await get('/page/@history/0?b_size=2')
    expect(body.items).toHaveLength(2)
    expect(body.batching.next).toBe(`${base}/page/@history/0?b_start=2&b_size=2`)
    expect((await get('/page/@history/0?include_items=0')).body).not.toHaveProperty('items')
  })

  it('has the publication dates of the version', async () => {
    await post('/', page)
    await post('/page/@workflow/publish')
    await patch('/page', { title: 'Second' })
    expect((await get('/page/@history/0')).body.effective).toBeNull()
    expect((await get('/page/@history/1')).body.effective).toBe('2027-01-01T00:00:00+00:00')
  })

  it.each(['1', '99999999999999999999', 'current', '-1', '00', '1.0', 'x', '%20'])(
    'is not found for %s',
    async version => {
      await post('/', page)
      const { body } = await get(`/page/@history/${version}`).expect(404)
      expect(body).toMatchObject({ type: 'NotFound', context: base })
    },
  )

  it('is not found for the site root and for types without versions', async () => {
    await get('/@history/0').expect(404)
    await post('/', {
      '@type': 'File',
      id: 'file',
      file: { data: 'aGVsbG8=', encoding: 'base64', filename: 'a.txt', 'content-type': 'text/plain' },
    })
    await get('/file/@history/0').expect(404)
  })

  it('requires View and the permission to access previous versions', async () => {
    await addPublished(test, '/', page)
    await send('get', '/page/@history/0').expect(401)
    for (const user of ['mia', 'rea'] as const) await get('/page/@history/0', user).expect(401)
    for (const user of ['rex', 'con'] as const) await get('/page/@history/0', user).expect(200)
    await post('/page/@workflow/retract')
    await get('/page/@history/0', 'rex').expect(401)
    // Callers who may not access versions must not learn which versions exist.
    await get('/page/@history/77', 'mia').expect(401)
  })

  it('is removed with the object', async () => {
    await post('/', page)
    await send('delete', '/page', 'max').expect(204)
    await post('/', { ...page, title: 'Anew' })
    expect((await get('/page/@history/0')).body.title).toBe('Anew')
    expect(await versions('/page')).toEqual([[0, 'Initial version']])
  })
})

describe('GET ?version=', () => {
  it('returns the same as @history/{version}, for the same callers', async () => {
    await addPublished(test, '/', page)
    await patch('/page', { title: 'Second' })
    expect((await get('/page?version=0')).body).toEqual((await get('/page/@history/0')).body)
    // Some clients also send the `version` parameter. The version in the path takes precedence.
    expect((await get('/page/@history/0?version=1')).body.version).toBe('0')
    await send('get', '/page?version=0').expect(401)
    for (const version of ['2', '', 'x']) await get(`/page?version=${version}`).expect(404)
    await get('/?version=0').expect(404)
  })

  it('with current returns the current object', async () => {
    await addPublished(test, '/', page)
    const { body } = await send('get', '/page?version=current').expect(200)
    expect(body).toMatchObject({ title: 'First', version: 'current' })
  })
})

describe('PATCH @history', () => {
  it('restores the fields of the version and saves the result as a new version', async () => {
    await post('/', { ...page, subjects: ['one'] })
    test.clock.now += minute
    await patch('/page', { title: 'Second', subjects: [], description: 'new' })
    test.clock.now += minute
    const { body } = await patch('/page/@history', { version: 0 }).expect(200)
    expect(body).toEqual({ message: 'First has been reverted to revision 0.' })
    expect((await get('/page')).body).toMatchObject({
      title: 'First',
      subjects: ['one'],
      description: '',
      modified: '2027-01-01T00:02:00+00:00',
    })
    expect(await versions('/page')).toEqual([
      [2, 'Reverted to revision 0'],
      [1, ''],
      [0, 'Initial version'],
    ])
    expect((await get('/@search?SearchableText=first')).body.items_total).toBe(1)
    expect((await get('/@search?SearchableText=second')).body.items_total).toBe(0)
  })

  it('preserves states, publication dates, short name and access, and leaves no workflow record', async () => {
    await post('/', { ...page, expires: '2030-01-01T00:00:00Z' })
    await patch('/page', { id: 'leaf', expires: '2031-01-01T00:00:00Z' })
    await post('/leaf/@workflow/publish')
    const before = (await history('/leaf')).filter(({ type }) => type === 'workflow')
    await patch('/leaf/@history', { version: 0 }).expect(200)
    expect((await send('get', '/leaf').expect(200)).body).toMatchObject({
      id: 'leaf',
      review_state: 'published',
      effective: '2027-01-01T00:00:00+00:00',
      expires: '2031-01-01T00:00:00+00:00',
    })
    expect((await history('/leaf')).filter(({ type }) => type === 'workflow')).toEqual(before)
  })

  it('saves a version even if nothing changes', async () => {
    await post('/', page)
    await patch('/page/@history', { version: '0' }).expect(200)
    expect(await versions('/page')).toEqual([
      [1, 'Reverted to revision 0'],
      [0, 'Initial version'],
    ])
  })

  it.each([
    [{}],
    [{ version: null }],
    [{ version: true }],
    [{ version: 1.5 }],
    [{ version: '' }],
    [{ version: '-1' }],
    [{ version: 'abc' }],
    [{ version: [0] }],
    [{ version: { number: 0 } }],
  ])('with %j is a bad request', async body => {
    await post('/', page)
    expect((await patch('/page/@history', body).expect(400)).body).toMatchObject({
      type: 'BadRequest',
      context: `${base}/page`,
    })
    expect(await versions('/page')).toEqual([[0, 'Initial version']])
  })

  it('of malformed JSON is a bad request', async () => {
    await post('/', page)
    await send('patch', '/page/@history', 'max').type('json').send('{bad').expect(400)
    await send('patch', '/page/@history', 'max').type('json').send('[0]').expect(400)
  })

  it('to an unknown version is not found', async () => {
    await post('/', page)
    for (const version of [1, -1, '1', 1e21]) await patch('/page/@history', { version }).expect(404)
    await patch('/@history', { version: 0 }).expect(404)
  })

  it('requires View, the permission to revert and the permission to modify', async () => {
    await addPublished(test, '/', page)
    await send('patch', '/page/@history').send({ version: 0 }).expect(401)
    // Reverting requires the permissions to revert and to modify. Reviewers may not modify published content, and
    // contributors may not revert.
    for (const user of ['mia', 'con', 'rex'] as const) await patch('/page/@history', { version: 0 }, user).expect(401)
    await patch('/page/@history', { version: 'x' }, 'mia').expect(401)
    await patch('/page/@history', { version: 0 }, 'edi').expect(200)
  })

  it('by several callers simultaneously saves every version once', async () => {
    await post('/', page)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 ? patch('/page', { title: `Title ${i}` }) : patch('/page/@history', { version: 0 }),
      ),
    )
    expect(answers.every(({ status }) => status < 300)).toBe(true)
    expect((await versions('/page')).map(([number]) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })
})
