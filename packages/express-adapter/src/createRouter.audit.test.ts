import { createTestSite, memoizeInstances, password, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'
import type { Route } from './exchange/route.js'
import { routes } from './routes.js'

interface Sample {
  readonly path: string
  readonly body?: object | string
  readonly refused?: object | string | null
  readonly as?: string
}

const page = { '@type': 'Document', id: 'new', title: 'New' }
const newcomer = { username: 'newcomer', email: 'newcomer@example.org', password: 'Hidden-password-2' }
const rows = { query: [{ i: 'portal_type', o: 'plone.app.querystring.operation.selection.any', v: ['Document'] }] }
const secret = `whsec_${Buffer.from('a hidden secret of 32 bytes 0123').toString('base64')}`
const csv = (text: string) => text

const samples: Readonly<Record<string, Sample>> = {
  POST: { path: '/', body: page },
  PATCH: { path: '/page', body: { title: 'Changed' } },
  DELETE: { path: '/page' },
  'POST @copy': { path: '/@copy', body: { source: '/page' } },
  'POST @move': { path: '/folder/@move', body: { source: '/page' } },
  'POST @lock': { path: '/page/@lock', body: {} },
  'PATCH @lock': { path: '/locked/@lock', body: {} },
  'DELETE @lock': { path: '/locked/@lock', body: { force: true } },
  'POST @querystring-search': { path: '/@querystring-search', body: rows },
  'POST @workflow/?': { path: '/page/@workflow/publish', body: {} },
  'DELETE @workflow-plans/*': { path: '/page/@workflow-plans/none' },
  'PATCH @workflow-plans': { path: '/@workflow-plans', body: { paused: true }, refused: { paused: 5 } },
  'POST @vote': { path: '/poll/@vote', body: { option_id: 0 } },
  'PATCH @history': { path: '/page/@history', body: { version: 0 } },
  'POST @login': { path: '/@login', body: { login: 'max', password } },
  'POST @login-renew': { path: '/@login-renew' },
  'POST @logout': { path: '/@logout' },
  'POST @sharing': {
    path: '/page/@sharing',
    body: { entries: [{ id: 'edi', type: 'user', roles: { Reader: true } }] },
    refused: { entries: 'all' },
  },
  'POST @aliases': {
    path: '/page/@aliases',
    body: { items: [{ path: '/other' }] },
    refused: { items: 5 },
  },
  'POST @aliases as CSV': { path: '/@aliases', body: csv('/other,/page'), refused: csv('/other') },
  'DELETE @aliases': { path: '/page/@aliases', body: { items: [{ path: '/old' }] }, refused: { items: 5 } },
  'POST @users': { path: '/@users', body: newcomer, refused: { ...newcomer, password: 'short' } },
  'POST @users as CSV': {
    path: '/@users',
    body: csv('username,email,password\nnewcomer,newcomer@example.org,Hidden-password-2'),
    refused: csv('username,email,password\nnewcomer,nobody,Hidden-password-2'),
  },
  'PATCH @users/*': { path: '/@users/edi', body: { password: 'Hidden-password-2' }, refused: { email: 'nobody' } },
  'DELETE @users/*': { path: '/@users/edi', refused: null },
  'POST @users/*/reset-password': {
    path: '/@users/max/reset-password',
    body: { old_password: password, new_password: 'Hidden-password-2' },
    refused: { old_password: 'Wrong-password-9', new_password: 'Hidden-password-2' },
  },
  'POST @groups': { path: '/@groups', body: { groupname: 'crew', roles: ['Editor'] }, refused: {} },
  'PATCH @groups/*': { path: '/@groups/Reviewers', body: { title: 'Critics' }, refused: { roles: ['None'] } },
  'DELETE @groups/*': { path: '/@groups/sailors', refused: null },
  'PATCH @controlpanels/*': {
    path: '/@controlpanels/site',
    body: { site_title: 'Tides' },
    refused: { site_title: 'Tides', site_logo: 5 },
  },
  'POST @sharedmemoize/invalidate': { path: '/@sharedmemoize/invalidate', body: {}, refused: { other: 1 } },
  'POST @webhooks': {
    path: '/@webhooks',
    body: { address: 'https://hooks.example.org/hidden-token', secret },
    refused: { address: 'none' },
  },
  'PATCH @webhooks/*': { path: '/@webhooks/hook', body: { paused: true, secret }, refused: { paused: 5 } },
  'DELETE @webhooks/*': { path: '/@webhooks/hook', refused: null },
  'POST @webhooks/*/rotate': { path: '/@webhooks/hook/rotate', refused: null },
  'POST @webhooks/*/ping': { path: '/@webhooks/hook/ping' },
  'POST @schedule-releases': { path: '/@schedule-releases', body: { name: 'One' }, refused: { name: '' } },
  'PATCH @outbox': { path: '/@outbox', body: { paused: true }, refused: { paused: 5 } },
  'POST @outbox/*/retry': { path: '/@outbox/none/retry' },
  'POST @unsubscribe/*': { path: '/@unsubscribe/none' },
  'POST @webhooks/*/deliveries/*/repeat': { path: '/@webhooks/hook/deliveries/msg/repeat' },
}

/**
 * The kinds of events that each sample request adds to the change feed. Requests that are not listed add no events.
 */
const events: Readonly<Record<string, readonly string[]>> = {
  POST: ['added'],
  PATCH: ['changed'],
  DELETE: ['deleted'],
  'POST @copy': ['added'],
  'POST @move': ['moved'],
  'POST @workflow/?': ['transition'],
  'PATCH @history': ['changed'],
  'PATCH @workflow-plans': ['settings'],
  'POST @sharing': ['sharing'],
  'POST @aliases': ['settings'],
  'POST @aliases as CSV': ['settings'],
  'DELETE @aliases': ['settings'],
  'POST @users': ['people'],
  'POST @users as CSV': ['people'],
  'PATCH @users/*': ['people'],
  'DELETE @users/*': ['people'],
  'POST @users/*/reset-password': ['people'],
  'POST @groups': ['people'],
  'PATCH @groups/*': ['people'],
  'DELETE @groups/*': ['people'],
  'PATCH @controlpanels/*': ['settings'],
  'POST @sharedmemoize/invalidate': ['invalidation'],
  'POST @webhooks': ['settings'],
  'PATCH @webhooks/*': ['settings'],
  'DELETE @webhooks/*': ['settings'],
  'POST @webhooks/*/rotate': ['settings'],
  'POST @schedule-releases': ['release'],
  'PATCH @outbox': ['settings'],
}

const writing = routes.filter(({ method }) => method !== 'GET')
const all: readonly (readonly [string, Route])[] = writing.flatMap(row => [
  [row.address, row] as const,
  ...(row.csv ? [[`${row.address} as CSV`, row.csv] as const] : []),
])

let test: TestSite
let app: Express

async function open(): Promise<void> {
  test = await createTestSite({ memoizing: { memoizer: memoizeInstances().start().memoizer, buildId: '1' } })
  app = createApp(test.site)
  for (const id of ['page', 'locked', 'folder'])
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id, title: id } })
  await test.run('lockContent', '/locked', { as: 'max', input: {} })
  const options = [{ description: 'Yes' }, { description: 'No' }]
  await test.run('addContent', '/', {
    as: 'max',
    input: { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', options },
  })
  await test.run('transitionContent', '/poll', { as: 'max', input: { transition: 'open', body: {} } })
  await test.run('addAliases', '/page', { as: 'max', input: { items: [{ path: '/old' }] } })
  await test.run('addGroup', '/', { as: 'max', input: { groupname: 'sailors' } })
  const added = await test.run('addWebhook', '/', {
    as: 'max',
    input: { address: 'https://hooks.example.org/', secret },
  })
  await test.platform.webhooks?.change(([webhook]) => ({
    removed: [added.id],
    webhooks: webhook ? [{ ...webhook, id: 'hook' }] : [],
  }))
}

const audited = async () =>
  (await test.platform.store.read(reader => reader.events({ limit: 1000, isAdministrative: true }))).map(
    ({ event }) => event,
  )

async function send(
  row: Route,
  { path, as = 'max' }: Sample,
  { body, caller = as }: { body?: object | string | undefined; caller?: string | null },
) {
  const method = row.method.toLowerCase() as 'post' | 'patch' | 'delete'
  const sent = request(app)[method](path)
  if (caller !== null) sent.auth(caller, password)
  if (typeof body === 'string') return sent.attach('file', Buffer.from(body), 'file.csv')
  return body ? sent.send(body) : sent
}

describe('the table of routes', () => {
  it('has a sample for each writing route', () => {
    expect(all.map(([name]) => name).sort()).toEqual(Object.keys(samples).sort())
  })

  it.each(all.filter(([, row]) => row.audited !== null))(
    '%s leaves one line in the audit, and no secret',
    async (name, row) => {
      const sample = samples[name] ?? { path: '' }
      await open()
      const before = (await audited()).length
      const { status } = await send(row, sample, { body: sample.body })
      expect(Math.floor(status / 100)).toBe(2)
      const lines = (await audited()).slice(before)
      expect(lines).toMatchObject([
        { kind: row.audited, actor: 'max', time: test.clock.now, details: expect.any(Object) },
      ])
      expect(JSON.stringify(await audited())).not.toMatch(/[Hh]idden|whsec_|plain:/)
    },
  )

  it.each(all.filter(([, row]) => row.audited !== null))('%s leaves no line if it is refused', async (name, row) => {
    const sample = samples[name] ?? { path: '' }
    await open()
    const before = (await audited()).length
    const refused = [await send(row, sample, { body: sample.body, caller: null })]
    if (sample.refused !== null) refused.push(await send(row, sample, { body: sample.refused }))
    expect(refused.map(({ status }) => Math.floor(status / 100))).toEqual(refused.map(() => 4))
    expect((await audited()).slice(before)).toEqual([])
  })

  it.each(all.filter(([, row]) => row.audited === null))('%s leaves no line', async (name, row) => {
    const sample = samples[name] ?? { path: '' }
    await open()
    const before = (await audited()).length
    await send(row, sample, { body: sample.body })
    expect((await audited()).slice(before)).toEqual([])
  })
})

describe('the change feed (docs/change-feed.md, Events)', () => {
  const kinds = async () =>
    (await test.platform.store.read(reader => reader.events({ limit: 1000 }))).map(({ event }) => event.kind)

  it.each(all)('has the events of %s', async (name, row) => {
    const sample = samples[name] ?? { path: '' }
    await open()
    const before = (await kinds()).length
    await send(row, sample, { body: sample.body })
    expect((await kinds()).slice(before)).toEqual(events[name] ?? [])
  })

  it.each(all)('has no event of %s if it is refused', async (name, row) => {
    const sample = samples[name] ?? { path: '' }
    await open()
    const before = (await kinds()).length
    await send(row, sample, { body: sample.body, caller: null })
    if (sample.refused) await send(row, sample, { body: sample.refused })
    expect((await kinds()).slice(before)).toEqual([])
  })
})

describe('@audit', () => {
  const get = (query = '', as = 'max') =>
    request(app).get(`/@audit${query}`).set('Host', 'site.example').auth(as, password)

  async function change(count: number): Promise<void> {
    for (let i = 1; i <= count; i++) {
      test.clock.now += 60_000
      const body = { site_title: `Title ${i}` }
      await test.run('editControlPanel', '/', { as: i % 2 === 0 ? 'max' : 'sia', input: { name: 'site', body } })
    }
  }

  const titles = (body: { items: { details: { changes: { site_title: { to: string } } } }[] }) =>
    body.items.map(({ details }) => details.changes.site_title.to)

  beforeEach(open)

  it('lists the actor, the time, the object and the values of each change, with the newest change first', async () => {
    const roles = { Reader: true }
    const sharing = { entries: [{ id: 'edi', type: 'user', roles }] }
    await request(app).post('/page/@sharing').auth('max', password).send(sharing).expect(204)
    await change(1)
    const { body } = await get('?b_size=2').expect(200)
    expect(body.items).toMatchObject([
      {
        kind: 'settings',
        actor: 'sia',
        time: '2027-01-01T00:01:00+00:00',
        details: { panel: 'site', changes: { site_title: { from: 'Site', to: 'Title 1' } } },
      },
      {
        kind: 'sharing',
        actor: 'max',
        '@id': 'http://site.example/page',
        path: '/page',
        details: { local_roles: { 'user:edi': { from: null, to: ['Reader'] } } },
      },
    ])
  })

  it('is read in batches', async () => {
    await change(5)
    const first = (await get('?b_size=2&kind=settings').expect(200)).body
    expect([first['@id'], titles(first)]).toEqual([
      'http://site.example/@audit?kind=settings&b_size=2',
      ['Title 5', 'Title 4'],
    ])
    const second = (await get(new URL(first.next).search).expect(200)).body
    expect(titles(second)).toEqual(['Title 3', 'Title 2'])
    const whole = (await get('?b_size=100')).body
    expect([whole.items.length, whole.next]).toEqual([(await audited()).length, null])
  })

  it('is filtered by kind, user and time', async () => {
    await change(4)
    expect(titles((await get('?kind=settings&actor=sia')).body)).toEqual(['Title 3', 'Title 1'])
    expect(titles((await get('?since=2027-01-01T00:03:00Z')).body)).toEqual(['Title 4', 'Title 3'])
    expect((await get('?kind=types')).body).toMatchObject({ items: [], next: null })
    const kinds = (await get('?kind=people,invalidation&kind=settings')).body.items.map(
      ({ kind }: { kind: string }) => kind,
    )
    expect(new Set(kinds)).toEqual(new Set(['people', 'settings']))
  })

  it.each(['?kind=vote', '?since=yesterday', '?before=0', '?before=x', '?b_size=-1'])('refuses %s', async query => {
    expect((await get(query).expect(400)).body.message).toMatch(/kinds are|a time such as|positive whole number/)
  })

  it('is for Managers only, at the site root', async () => {
    await get('', 'sia').expect(401)
    await request(app).get('/@audit').expect(401)
    await request(app).get('/page/@audit').auth('max', password).expect(404)
  })
})
