import { createPrograms, password, type RunningServer, refusalOf } from '@plenum/testkit'
import PloneClient from '@plone/client'

const programs = createPrograms()

let server: RunningServer
let client: PloneClient
let visitor: PloneClient

beforeAll(async () => {
  server = await programs.serve({ EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' })
  client = PloneClient.initialize({ apiPath: server.url })
  visitor = PloneClient.initialize({ apiPath: server.url })
  await client.login({ username: 'admin', password })
})

afterAll(programs.close)

const summaryOf = (address: string, title: string) => expect.objectContaining({ '@id': server.url + address, title })

const notFound = [404, 'NotFound']
const unauthorized = [401, 'Unauthorized']
const badRequest = [400, 'BadRequest']

const add = (container: string, id: string, title = id, type = 'Document') =>
  client.createContentMutation().mutationFn({ path: container, data: { '@type': type, id, title } })
const read = (address: string) => client.getContentQuery({ path: address }).queryFn()
const change = (address: string, data: { title?: string; id?: string }) =>
  client.updateContentMutation().mutationFn({ path: address, data })
const publish = (address: string) => client.createWorkflowMutation().mutationFn({ path: address, data: {} })

describe("the client's login", () => {
  it('returns a token that is valid from then on, and rejects wrong credentials', async () => {
    expect(client.config.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const other = PloneClient.initialize({ apiPath: server.url })
    expect(await refusalOf(other.login({ username: 'admin', password: 'wrong' }))).toEqual([401, 'Invalid credentials'])
    expect(other.config.token).toBeUndefined()
  })
})

describe("the client's content", () => {
  it('is created, read, changed and removed', async () => {
    expect(await add('/', 'page', 'Page')).toMatchObject({ '@id': `${server.url}/page`, '@type': 'Document' })
    expect(await change('/page', { title: 'Changed' })).toBe('')
    expect(await read('/page')).toMatchObject({
      title: 'Changed',
      review_state: 'private',
      parent: summaryOf('', 'Site'),
      '@components': { workflow: { '@id': `${server.url}/page/@workflow` } },
    })
    expect(await client.deleteContentMutation().mutationFn({ path: '/page' })).toBe('')
    expect(await refusalOf(read('/page'))).toEqual(notFound)
  })

  it('is refused where it is not allowed, and to callers without permission', async () => {
    await add('/', 'secret')
    expect(await refusalOf(visitor.getContentQuery({ path: '/secret' }).queryFn())).toEqual(unauthorized)
    expect(await refusalOf(add('/', 'secret'))).toEqual(badRequest)
    expect(await refusalOf(add('/', 'x', 'X', 'Nothing of the kind'))).toEqual([403, 'Forbidden'])
    expect(await refusalOf(add('/nowhere', 'x'))).toEqual(notFound)
    expect(await refusalOf(change('/nowhere', { title: 'x' }))).toEqual(notFound)
    expect(await refusalOf(change('/secret', { title: '' }))).toEqual(badRequest)
    expect(await refusalOf(client.deleteContentMutation().mutationFn({ path: '/nowhere' }))).toEqual(notFound)
    const write = visitor.createContentMutation().mutationFn({ path: '/', data: { '@type': 'Document', title: 'x' } })
    expect(await refusalOf(write)).toEqual(unauthorized)
  })

  it('includes components on request, and full objects', async () => {
    await add('/', 'folder')
    await add('/folder', 'inside')
    const expanded = client.getContentQuery({ path: '/folder', expand: ['breadcrumbs', 'navigation', 'types'] })
    expect(await expanded.queryFn()).toMatchObject({
      '@components': {
        breadcrumbs: { items: [summaryOf('/folder', 'folder')] },
        navigation: { items: expect.arrayContaining([summaryOf('/folder', 'folder')]) },
        types: expect.arrayContaining([expect.objectContaining({ id: 'Document', addable: true })]),
        actions: { '@id': `${server.url}/folder/@actions` },
      },
    })
    const whole = await client.getContentQuery({ path: '/folder', fullObjects: true, page: 1 }).queryFn()
    expect(whole.items).toEqual([
      expect.objectContaining({ id: 'inside', UID: expect.any(String), parent: expect.anything() }),
    ])
  })

  it('is copied and moved, and an unknown source changes nothing', async () => {
    for (const id of ['from', 'to']) await add('/', id)
    await add('/from', 'one')
    const copy = (source: string | string[], address = '/to') =>
      client.copyMutation().mutationFn({ path: address, data: { source } })
    const move = (source: string | string[], address = '/to') =>
      client.moveMutation().mutationFn({ path: address, data: { source } })
    const at = (address: string) => server.url + address
    expect(await copy(at('/from/one'))).toEqual([{ source: at('/from/one'), target: at('/to/one') }])
    expect(await move(['/from/one'])).toEqual([{ source: at('/from/one'), target: at('/to/copy_of_one') }])
    expect((await read('/to')).items.map((item: { '@id': string }) => item['@id'])).toEqual([
      at('/to/one'),
      at('/to/copy_of_one'),
    ])
    expect((await read('/from')).items).toEqual([])
    expect(await copy('/from/nothing')).toEqual([])
    expect(await refusalOf(copy('/to/one', '/nowhere'))).toEqual(notFound)
    expect(await refusalOf(move('', '/to'))).toEqual(badRequest)
    const foreign = visitor.copyMutation().mutationFn({ path: '/', data: { source: '/to' } })
    expect(await refusalOf(foreign)).toEqual(unauthorized)
  })
})

describe("the client's workflow and history requests", () => {
  it('publish, with permission to review', async () => {
    await add('/', 'news')
    const states = () => client.getWorkflowQuery({ path: '/news' }).queryFn()
    expect(await states()).toMatchObject({
      '@id': `${server.url}/news/@workflow`,
      state: { id: 'private', title: 'Private' },
      transitions: [
        { '@id': `${server.url}/news/@workflow/publish` },
        { '@id': `${server.url}/news/@workflow/submit` },
      ],
    })
    const moved = client.createWorkflowMutation().mutationFn({ path: '/news', data: { comment: 'It is ready.' } })
    expect(await moved).toMatchObject({ action: 'publish', comments: 'It is ready.', review_state: 'published' })
    expect(await states()).toMatchObject({
      state: { id: 'published' },
      history: [{ action: null }, { action: 'publish' }],
    })
    expect(await visitor.getContentQuery({ path: '/news' }).queryFn()).toMatchObject({ review_state: 'published' })
    const again = visitor.createWorkflowMutation().mutationFn({ path: '/news', data: {} })
    expect(await refusalOf(again)).toEqual([400, 'WorkflowException'])
    expect(await refusalOf(publish('/nowhere'))).toEqual(notFound)
    expect(await refusalOf(client.getWorkflowQuery({ path: '/nowhere' }).queryFn())).toEqual(notFound)
  })

  it('list the past and restore it', async () => {
    await add('/', 'past', 'First')
    await change('/past', { title: 'Second' })
    const history = () => client.getHistoryQuery({ path: '/past' }).queryFn()
    const entries = await history()
    expect(entries.map((entry: { type: string; action: string }) => [entry.type, entry.action])).toEqual([
      ['versioning', 'Edited'],
      ['versioning', 'Edited'],
      ['workflow', 'Create'],
    ])
    expect(entries[0]).toMatchObject({ version: 1, may_revert: true, actor: { id: 'admin' } })
    const first = { version: '0', title: 'First' }
    expect(await client.getHistoryVersionedQuery({ path: '/past', version: 0 }).queryFn()).toMatchObject(first)
    expect(await client.getContentQuery({ path: '/past', version: '0' }).queryFn()).toMatchObject(first)
    const revert = (version: number) => client.revertHistoryMutation().mutationFn({ path: '/past', data: { version } })
    expect(await revert(0)).toEqual({ message: expect.stringContaining('0') })
    expect(await read('/past')).toMatchObject({ title: 'First', version: 'current' })
    expect(await history()).toHaveLength(4)
    expect(await refusalOf(revert(9))).toEqual(notFound)
    expect(await refusalOf(client.getHistoryVersionedQuery({ path: '/past', version: 9 }).queryFn())).toEqual(notFound)
    expect(await refusalOf(visitor.getHistoryQuery({ path: '/past' }).queryFn())).toEqual(unauthorized)
  })
})

describe("the client's locks", () => {
  it('are acquired, read, refreshed and released', async () => {
    await add('/', 'locked')
    const lock = () => client.getLockQuery({ path: '/locked' }).queryFn()
    expect(await lock()).toEqual({ locked: false, stealable: true })
    const taken = await client.createLockMutation().mutationFn({ path: '/locked', data: { timeout: 60 } })
    expect(taken).toMatchObject({ locked: true, creator: 'admin', timeout: 60, stealable: true })
    expect(await lock()).toMatchObject({ locked: true, token: taken.token })
    expect(await refusalOf(change('/locked', { title: 'x' }))).toEqual([403, 'Forbidden'])
    const renew = (locktoken: string) => client.updateLockMutation().mutationFn({ path: '/locked', locktoken })
    expect(await refusalOf(renew('foreign'))).toEqual([403, 'Forbidden'])
    expect(await renew(taken.token)).toBe('')
    const end = client.deleteLockMutation().mutationFn({ path: '/locked', data: { force: true } })
    expect(await end).toEqual({ locked: false, stealable: true })
    expect(await change('/locked', { title: 'x' })).toBe('')
    expect(await refusalOf(visitor.createLockMutation().mutationFn({ path: '/locked', data: {} }))).toEqual(
      unauthorized,
    )
    expect(await refusalOf(visitor.deleteLockMutation().mutationFn({ path: '/locked', data: {} }))).toEqual(
      unauthorized,
    )
  })
})

describe("the client's aliases", () => {
  const aliases = () => client.getAliasesQuery({ path: '/aimed' }).queryFn()

  it('are listed, added and removed on content', async () => {
    await add('/', 'aimed')
    const items = [{ path: '/before' }]
    await client.createAliasesMutation().mutationFn({ path: '/aimed', data: { items } })
    expect(await aliases()).toMatchObject({
      items: [{ path: '/before', 'redirect-to': '/aimed', manual: true }],
      items_total: 1,
    })
    expect(await read('/before')).toMatchObject({ '@id': `${server.url}/aimed` })
    await client.deleteAliasesMutation().mutationFn({ path: '/aimed', data: { items } })
    expect(await aliases()).toMatchObject({ items: [], items_total: 0 })
    expect(await refusalOf(read('/before'))).toEqual(notFound)
    expect(await refusalOf(visitor.getAliasesQuery({ path: '/aimed' }).queryFn())).toEqual(unauthorized)
    const taken = client.createAliasesMutation().mutationFn({ path: '/aimed', data: { items: [{ path: '/aimed' }] } })
    expect(await taken).toMatchObject({ type: 'error', failed: [expect.stringContaining('/aimed')] })
  })

  it('are added in bulk at the root', async () => {
    await add('/', 'goal')
    const items = ['/a', '/b'].map(from => ({ path: from, 'redirect-to': '/goal' }))
    await client.createAliasesMultipleMutation().mutationFn({ data: { items } })
    expect(await client.getAliasesListQuery({}).queryFn()).toMatchObject({
      items: expect.arrayContaining(items.map(item => ({ ...item, datetime: expect.any(String), manual: true }))),
      items_total: expect.any(Number),
    })
    const lost = { items: [{ path: '/c', 'redirect-to': '/nowhere' }] }
    expect(await refusalOf(client.createAliasesMultipleMutation().mutationFn({ data: lost }))).toEqual(badRequest)
    expect(await refusalOf(visitor.getAliasesListQuery({}).queryFn())).toEqual(unauthorized)
  })
})
