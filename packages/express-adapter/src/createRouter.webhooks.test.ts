import { createTestSite, httpClient, type TestSite } from '@plenum/testkit'
import { createApp } from './createApp.js'

let test: TestSite
let http: ReturnType<typeof httpClient>

beforeEach(async () => {
  test = await createTestSite()
  http = httpClient(createApp(test.site))
})

const address = 'https://hooks.example.org/plenum'
const add = async (body: object = {}) => (await http.post('/@webhooks', { address, ...body }).expect(201)).body

const patch = (id: string, body: object) => http.send('patch', `/@webhooks/${id}`, 'max').send(body)
const messageOf = async (body: object) => (await http.post('/@webhooks', body).expect(400)).body.message

describe('@webhooks', () => {
  it('adds a webhook, and shows its secret once', async () => {
    const { body, headers } = await http.post('/@webhooks', { address, title: ' Build ' }).expect(201)
    expect(body).toMatchObject({
      title: 'Build',
      address,
      kinds: [],
      types: [],
      workflows: [],
      path: '/',
      paused: false,
      creator: 'max',
      failures: 0,
      next_attempt: null,
      deliveries: { waiting: 0, delivered: 0, parked: 0 },
    })
    expect(headers.location).toBe(body['@id'])
    expect(headers['cache-control']).toContain('no-store')
    expect(Buffer.from(/^whsec_(.+)$/.exec(body.secret)?.[1] ?? '', 'base64')).toHaveLength(32)
    const listed = await http.get('/@webhooks').expect(200)
    const shown = { ...body, '@id': expect.stringMatching(`/@webhooks/${body.id}$`), secret: 'whsec_********' }
    expect(listed.body.items).toEqual([shown])
    expect((await http.get(`/@webhooks/${body.id}`).expect(200)).body).toEqual(shown)
  })

  it.each([24, 64])('accepts a secret of %s bytes', async bytes => {
    const secret = `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
    expect((await add({ secret })).secret).toBe(secret)
  })

  it.each([
    ['of 23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['of 65 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
    ['without a prefix', Buffer.alloc(32).toString('base64')],
    ['in base64url', `whsec_${'-_'.repeat(16)}`],
    ['without padding', `whsec_${Buffer.alloc(25).toString('base64').replaceAll('=', '')}`],
    ['that is a number', 5],
  ])('refuses a secret %s', async (_kind, secret) => {
    expect(await messageOf({ address, secret })).toMatch(/24 to 64 bytes/)
  })

  it.each([
    ['with another scheme', 'ftp://example.org/'],
    ['without a scheme', '/hook'],
    ['with a password', 'https://user:secret@example.org/'],
    ['with a fragment', 'https://example.org/#part'],
    ['that is too long', `https://example.org/${'x'.repeat(2000)}`],
    ['that is a script', 'javascript:alert(1)'],
    ['that is a number', 5],
  ])('refuses an address %s', async (_kind, other) => {
    expect(await messageOf({ address: other })).toMatch(/absolute URL/)
  })

  it.each([
    ['an unknown kind', { address, kinds: ['vote'] }, /vote is not allowed in kinds\. .*added, changed/],
    ['an unknown type', { address, types: ['Nothing'] }, /Nothing is not allowed in types/],
    ['an unknown workflow', { address, workflows: ['none'] }, /none is not allowed in workflows/],
    ['a string as kinds', { address, kinds: 'added' }, /kinds must be a list/],
    ['a relative path', { address, path: 'news' }, /must begin with a slash/],
    ['a string as paused', { address, paused: 'yes' }, /true or false/],
    ['a misspelt key', { address, adress: '' }, /no key adress\. The keys are: title, address/],
    ['a long title', { address, title: 'x'.repeat(1001) }, /at most 1000 characters/],
    ['a body without an address', {}, /needs an address/],
  ])('refuses %s and says what would be right', async (_kind, body, text) => {
    expect(await messageOf(body)).toMatch(text)
  })

  it('changes, pauses and resumes a webhook, and leaves the masked secret as it is', async () => {
    const { id } = await add()
    const stored = async () => (await test.platform.webhooks?.webhooks())?.[0]
    const { secrets } = (await stored()) ?? {}
    const values = { paused: true, kinds: ['transition'], workflows: ['simple_publication_workflow'], path: '/news/' }
    await patch(id, { secret: 'whsec_********', ...values }).expect(204)
    expect((await http.get(`/@webhooks/${id}`)).body).toMatchObject({ ...values, path: '/news', address })
    expect((await stored())?.secrets).toEqual(secrets)
    await patch(id, { paused: false }).expect(204)
    expect((await http.get(`/@webhooks/${id}`)).body.paused).toBe(false)
  })

  it('replaces the secret, and shows the new one once', async () => {
    const { id, secret } = await add()
    const { body } = await http.post(`/@webhooks/${id}/rotate`).expect(200)
    expect(body.secret).toMatch(/^whsec_.{44}$/)
    expect(body.secret).not.toBe(secret)
    const [stored] = (await test.platform.webhooks?.webhooks()) ?? []
    expect(stored?.secrets.map(one => one.secret)).toEqual([body.secret, secret])
  })

  it('queues a test message, and repeats an ended delivery with the same id', async () => {
    const { id } = await add()
    const { body: ping } = await http.post(`/@webhooks/${id}/ping`).expect(202)
    expect(ping).toMatchObject({ kind: 'ping', state: 'waiting', attempts: 0, last_attempt: null })
    const store = test.platform.webhooks
    const delivery = await store?.delivery(id, ping.id)
    const last = { time: 5, status: null, error: 'time', milliseconds: 10_000 } as const
    if (delivery) await store?.change(() => ({ deliveries: [{ ...delivery, state: 'parked', attempts: 9, last }] }))
    const { body } = await http.get(`/@webhooks/${id}/deliveries?state=parked`).expect(200)
    expect(body.items).toMatchObject([
      {
        id: ping.id,
        state: 'parked',
        attempts: 9,
        last_attempt: { error: 'time', message: 'The receiver did not answer in time.' },
      },
    ])
    const repeated = await http.post(`/@webhooks/${id}/deliveries/${ping.id}/repeat`).expect(202)
    expect(repeated.body).toMatchObject({ id: ping.id, state: 'waiting', attempts: 0, body: ping.body })
    expect((await http.get(`/@webhooks/${id}`)).body.deliveries).toEqual({ waiting: 1, delivered: 0, parked: 0 })
  })

  it('lists deliveries in batches', async () => {
    const { id } = await add()
    for (let i = 0; i < 5; i++) await http.post(`/@webhooks/${id}/ping`)
    const { body } = await http.get(`/@webhooks/${id}/deliveries?b_size=2&b_start=2&state=waiting`).expect(200)
    expect([body.items.length, body.items_total]).toEqual([2, 5])
    expect(body.batching.next).toContain(`/@webhooks/${id}/deliveries?b_start=4&state=waiting&b_size=2`)
    await http.get(`/@webhooks/${id}/deliveries?state=lost`).expect(400)
  })

  it('removes a webhook with its deliveries', async () => {
    const { id } = await add()
    await http.post(`/@webhooks/${id}/ping`)
    await http.send('delete', `/@webhooks/${id}`, 'max').expect(204)
    await http.get(`/@webhooks/${id}`).expect(404)
    await http.get(`/@webhooks/${id}/deliveries`).expect(404)
    await http.post(`/@webhooks/${id}/ping`).expect(404)
    await patch(id, { paused: true }).expect(404)
  })

  it('has at most 100 webhooks', async () => {
    for (let i = 0; i < 100; i++) await add()
    expect(await messageOf({ address })).toBe('A site can have at most 100 webhooks.')
  })

  it('does not exist below the site root', async () => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
    await http.get('/page/@webhooks').expect(404)
  })

  it('reports changes in the change feed, with neither secrets nor the path of the address', async () => {
    const { id, secret } = await add({ address: 'https://hooks.example.org/services/T0KEN?key=T0KEN' })
    await http.post(`/@webhooks/${id}/rotate`)
    await http.send('delete', `/@webhooks/${id}`, 'max')
    await patch(id, { paused: true }).expect(404)
    const events = await test.platform.store.read(reader => reader.events({ limit: 100, isAdministrative: true }))
    const ours = events.map(({ event }) => event).filter(({ details }) => details?.webhook === id)
    expect(ours).toMatchObject([
      { kind: 'settings', actor: 'max', details: { from: null, to: { address: 'https://hooks.example.org' } } },
      { kind: 'settings', actor: 'max', details: { secret: 'replaced' } },
      { kind: 'settings', actor: 'max', details: { to: null } },
    ])
    expect(JSON.stringify(ours)).not.toMatch(new RegExp(`T0KEN|${secret.slice(6, 20)}`))
  })
})
