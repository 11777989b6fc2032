import { createTestSite, password, type TestUser } from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

async function client() {
  const test = await createTestSite()
  const agent = request(createApp(test.site, { publicUrl: 'http://site.example' }))
  const as = (user: TestUser | undefined, call: request.Test) => (user ? call.auth(user, password) : call)
  const get = (path: string, user?: TestUser) => as(user, agent.get(path))
  const post = (path: string, user?: TestUser, body?: object) => as(user, agent.post(path).send(body))
  const add = async (container: string, body: object) => (await post(container, 'max', body)).body.id as string
  return { ...test, get, post, add }
}

const profile = { '@type': 'Profile', id: 'pro', title: 'Ada', email: 'ada@example.org' }
const page = { '@type': 'Document', id: 'page', title: 'Page' }

interface ChainEntry {
  readonly workflow_id: string
  readonly state_variable: string
  readonly title: string
  readonly state: object
  readonly transitions: readonly { readonly '@id': string; readonly title: string }[]
  readonly history: readonly object[]
}

describe('GET @workflow of content with contributed workflows', () => {
  it('has a chain that begins with the primary workflow, with separate states, transitions and histories', async () => {
    const { get, add } = await client()
    await add('/', profile)
    const { status, body } = await get('/pro/@workflow', 'max')
    expect(status).toBe(200)
    const chain: readonly ChainEntry[] = body.chain
    expect(chain.map(entry => [entry.workflow_id, entry.state_variable, entry.title])).toEqual([
      ['simple_publication_workflow', 'review_state', 'Simple Publication Workflow'],
      ['foundation_member_workflow', 'workflow_states', 'Membership'],
    ])
    expect(chain[1]).toMatchObject({
      state: { id: 'pending', title: 'Pending' },
      transitions: [{ '@id': 'http://site.example/pro/@workflow/activate', title: 'Activate' }],
      history: [{ action: null, actor: 'max', comments: '', workflow_states: 'pending' }],
    })
    expect(body.transitions.map(({ title }: { title: string }) => title)).toEqual(['Publish', 'Submit for publication'])
    expect(body).toMatchObject({
      state: { id: 'private', title: 'Private' },
      history: [{ review_state: 'private', title: 'Private' }],
    })
  })

  it('is included in @components on expansion, and otherwise only a link', async () => {
    const { get, add } = await client()
    await add('/', profile)
    const own = (await get('/pro/@workflow', 'max')).body
    expect((await get('/pro?expand=workflow,nope', 'max')).body['@components'].workflow).toEqual(own)
    expect((await get('/pro', 'max')).body['@components'].workflow).toEqual({ '@id': own['@id'] })
    const { items } = (await get('/@search?portal_type=Profile&fullobjects', 'max')).body
    expect(items[0]['@components'].workflow).toEqual({ '@id': own['@id'] })
  })

  it('has additional workflows that run transitions without a change of review_state', async () => {
    const { get, post, add } = await client()
    await add('/', profile)
    const answer = await post('/pro/@workflow/activate', 'max', { comment: 'paid' })
    expect(answer).toMatchObject({ status: 200, body: { action: null, review_state: 'private', title: 'Private' } })
    const { body } = await get('/pro/@workflow', 'max')
    expect(body.state.id).toBe('private')
    expect(body.chain[1]).toMatchObject({ state: { id: 'active' }, transitions: [{ title: 'Lapse' }] })
    expect(body.chain[1].history.at(-1)).toMatchObject({
      action: 'activate',
      comments: 'paid',
      workflow_states: 'active',
    })
    expect((await get('/pro', 'max')).body).toMatchObject({
      review_state: 'private',
      workflow_states: ['simple_publication_workflow|private', 'foundation_member_workflow|active'],
    })
    const results = await get('/@search?workflow_states=foundation_member_workflow%7Cactive', 'max')
    expect(results.body.items_total).toBe(1)
    expect((await get('/@search?workflow_states=active', 'max')).body.items_total).toBe(0)
  })

  it('hides the history of each workflow from callers without its guard', async () => {
    const { get, post, add } = await client()
    await add('/', profile)
    await post('/pro/@workflow/publish', 'max')
    const { body } = await get('/pro/@workflow')
    expect(body).toMatchObject({ history: [], transitions: [], state: { id: 'published' } })
    expect(body.chain.map(({ history }: ChainEntry) => history)).toEqual([[], []])
  })
})

describe('GET @workflow of other content', () => {
  it('contains exactly the keys of the older payload', async () => {
    const { get, add } = await client()
    await add('/', page)
    const { body } = await get('/page/@workflow', 'max')
    expect(Object.keys(body).sort()).toEqual(['@id', 'history', 'state', 'transitions'])
    expect(body.transitions).toEqual([
      { '@id': 'http://site.example/page/@workflow/publish', title: 'Publish' },
      { '@id': 'http://site.example/page/@workflow/submit', title: 'Submit for publication' },
    ])
  })

  it('of the site root contains no state, and of content without a workflow an empty state', async () => {
    const { get, add } = await client()
    await add('/', { '@type': 'File', id: 'f.txt', file: { data: 'aGk=', encoding: 'base64', filename: 'f.txt' } })
    expect((await get('/@workflow')).body).toEqual({
      '@id': 'http://site.example/@workflow',
      history: [],
      transitions: [],
    })
    expect((await get('/f.txt/@workflow', 'max')).body).toMatchObject({
      history: [],
      transitions: [],
      state: { id: '', title: '' },
    })
  })

  it('requires View, and has no further segments', async () => {
    const { get, add } = await client()
    await add('/', page)
    expect((await get('/page/@workflow')).status).toBe(401)
    expect((await get('/page/@workflow/publish', 'max')).status).toBe(404)
  })
})

describe('POST @workflow/{transition} with include_children', () => {
  async function family() {
    const site = await client()
    await site.add('/', { ...page, id: 'fam' })
    for (const [container, id] of [
      ['/fam', 'a'],
      ['/fam', 'b'],
      ['/fam/b', 'c'],
    ] as const)
      await site.add(container, { ...page, id })
    return site
  }
  const statesOf = async ({ get }: Awaited<ReturnType<typeof client>>) => {
    const { body } = await get('/fam/@search?sort_on=path', 'max')
    return body.items.map((item: { review_state: string }) => item.review_state)
  }

  it('applies the transition to everything below, except objects already in the state', async () => {
    const site = await family()
    await site.post('/fam/a/@workflow/publish', 'max')
    const answer = await site.post('/fam/@workflow/publish', 'max', { include_children: true, comment: 'all' })
    expect(answer).toMatchObject({ status: 200, body: { action: 'publish', comments: 'all' } })
    expect(await statesOf(site)).toEqual(['published', 'published', 'published', 'published'])
    expect((await site.get('/fam/b/c', 'max')).body.effective).not.toBeNull()
    expect((await site.get('/fam/a/@workflow', 'max')).body.history).toHaveLength(2)
  })

  it('visits objects below a child without such a transition', async () => {
    const site = await family()
    await site.add('/fam/b', { '@type': 'Profile', id: 'pro', title: 'P', email: 'p@example.org' })
    const answer = await site.post('/fam/@workflow/activate', 'max', { include_children: true })
    expect(answer.status).toBe(400)
    await site.post('/fam/@workflow/publish', 'max')
    expect((await site.post('/fam/@workflow/publish', 'max', { include_children: true })).status).toBe(200)
    expect(await statesOf(site)).toEqual(Array(5).fill('published'))
  })

  it('changes nothing if one object forbids the transition, and names it', async () => {
    const site = await family()
    // Only Managers may request a review of this private child, so the owner of its container cannot submit it.
    const guarded = { 'Request review': { roles: ['Manager'], acquired: false } }
    const { node } = await site.platform.store.read(async reader => {
      const { lineage } = await reader.open('/fam/b/c')
      return { node: lineage.at(-1) }
    })
    if (!node) throw new Error('no child')
    const [entry] = (
      await site.platform.store.read(reader =>
        reader.search({ principals: 'system', where: [{ kind: 'any', index: 'UID', values: [node.uid] }] }),
      )
    ).items
    await site.platform.store.commit({
      updates: [
        {
          node: { ...node, permissions: { ...node.permissions, ...guarded } },
          entry: {
            holders: ['Manager'],
            indexes: { UID: node.uid },
            titleWords: [],
            descriptionWords: [],
            words: [],
            columns: entry?.columns ?? {},
          },
        },
      ],
    })
    const stamp = async () => (await site.platform.store.read(reader => reader.open('/'))).stamp
    const before = await stamp()
    const answer = await site.post('/fam/@workflow/submit', 'edi', { include_children: true })
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'WorkflowException' } } })
    expect(answer.body.error.message).toContain('/fam/b/c')
    expect(await stamp()).toBe(before)
  })
})

describe('50 simultaneous callers of one transition', () => {
  it('add one record; all other callers are informed that the transition has already run or is unavailable', async () => {
    const { get, post, add } = await client()
    await add('/', page)
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('/page/@workflow/publish', 'max')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await get('/page/@workflow', 'max')).body.history).toHaveLength(2)
  })
})

describe('a blocked transition (docs/workflow-and-history.md, Blockers)', () => {
  it('is refused with its blockers, for callers who take part in the workflow', async () => {
    const { post, add } = await client()
    await add('/', page)
    await post('/page/@workflow/publish', 'max')
    const { status, body } = await post('/page/@workflow/publish', 'edi')
    expect([status, body.error.type]).toEqual([400, 'WorkflowException'])
    expect(body.blockers).toEqual([
      {
        workflow: 'simple_publication_workflow',
        code: 'state',
        states: ['pending', 'private'],
        message: 'The object is already in the state Published.',
      },
      {
        workflow: 'simple_publication_workflow',
        code: 'permission',
        permissions: ['Review portal content'],
        message: 'This requires one of these permissions: Review portal content.',
      },
    ])
    const visitor = await post('/page/@workflow/publish')
    expect([visitor.status, Object.keys(visitor.body)]).toEqual([400, ['error']])
  })

  it('is explained for another user to Managers only', async () => {
    const { get, add } = await client()
    await add('/', page)
    const publish = async (user: TestUser, who: string) => {
      const { status, body } = await get(`/page/@workflow-definitions?user=${who}`, user)
      const transitions: readonly { id: string; blockers: readonly { code: string }[] }[] =
        body.items?.[0].transitions ?? []
      return [status, transitions.find(({ id }) => id === 'publish')?.blockers.map(({ code }) => code)]
    }
    expect(await publish('max', 'rex')).toEqual([200, ['permission']])
    expect(await publish('max', 'max')).toEqual([200, []])
    expect(await publish('max', 'nobody')).toEqual([400, undefined])
    expect(await publish('edi', 'max')).toEqual([401, undefined])
  })
})

describe('a dry run of a transition (docs/workflow-and-history.md, Dry run)', () => {
  it('also lists the changes to objects below, with every refusal, and writes nothing', async () => {
    const { post, get, add, platform } = await client()
    await add('/', page)
    for (const id of ['a', 'b']) await add('/page', { ...page, id })
    await add('/page/a', { ...page, id: 'deep' })
    await post('/page/@workflow/submit', 'max')
    await post('/page/b/@workflow/submit', 'max')
    const state = async () => (await platform.store.state()).content
    const before = await state()
    const { status, body } = await post('/page/@workflow/publish?dry_run=1', 'rex', { include_children: true })
    expect([status, body.would_succeed, body.objects_total]).toEqual([200, true, 4])
    expect(body.objects[0]).toEqual({
      '@id': 'http://site.example/page',
      title: 'Page',
      workflow_states: {
        before: ['simple_publication_workflow|pending'],
        after: ['simple_publication_workflow|published'],
      },
      records: [expect.objectContaining({ workflow: 'simple_publication_workflow', action: 'publish', actor: 'rex' })],
      permissions: expect.objectContaining({
        View: { before: expect.not.arrayContaining(['Anonymous']), after: expect.arrayContaining(['Anonymous']) },
      }),
      deletes_votes: false,
    })
    const refused = await post('/page/@workflow/publish?dry_run=true', 'edi', { include_children: true })
    expect(refused.body).toMatchObject({ would_succeed: false, objects: [], refusals_total: 4 })
    expect(refused.body.refusals[0]).toMatchObject({
      '@id': 'http://site.example/page',
      blockers: [{ code: 'permission', permissions: ['Review portal content'] }],
    })
    expect(await state()).toBe(before)
    expect((await get('/page', 'max')).body.review_state).toBe('pending')
  })

  it('names no content that the caller may not view', async () => {
    const { post, add } = await client()
    await add('/', page)
    await add('/page', { ...page, id: 'secret', title: 'Secret' })
    await post('/page/@workflow/publish', 'max')
    const { body } = await post('/page/@workflow/retract?dry_run=1', undefined, { include_children: true })
    expect(body.would_succeed).toBe(false)
    expect(JSON.stringify(body)).not.toMatch(/secret/i)
  })

  it.each(['dry_run=yes', 'dry_run=0', 'dry_run=', 'dry-run=1', 'dry_run=1&x=1'])('refuses %s', async query => {
    const { post, get, add } = await client()
    await add('/', page)
    expect((await post(`/page/@workflow/publish?${query}`, 'max')).status).toBe(400)
    expect((await get('/page', 'max')).body.review_state).toBe('private')
  })
})
