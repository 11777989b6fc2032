import { addPublished, createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'

const prefix = 'plone.app.querystring.operation.'
const hour = 3_600_000

type Row = readonly [i: string, o: string, v?: JsonValue]

interface SearchOptions {
  readonly as?: TestUser | null
  readonly at?: string
  readonly sort?: string
  readonly limit?: number
  readonly batch?: { readonly start: number; readonly size: number }
  readonly metadata?: readonly string[]
  readonly fullObjects?: boolean
  readonly query?: JsonValue
}

const audit: WorkflowDefinition = {
  id: 'audit_workflow',
  title: 'Audit',
  stateVariable: 'audit_state',
  initialState: 'open',
  managedPermissions: [],
  states: [
    { id: 'open', title: 'Open', transitions: ['audit'], permissions: {} },
    { id: 'audited', title: 'Audited', transitions: [], permissions: {} },
  ],
  transitions: [{ id: 'audit', title: 'Audit', to: 'audited', guard: { roles: ['Manager'] } }],
  historyGuard: {},
}

const extensions = {
  workflows: [audit],
  behaviors: [{ name: 'test.audited', workflows: [{ ids: [audit.id] }] }],
  types: [
    {
      id: 'Ledger',
      title: 'Ledger',
      behaviors: ['plone.basic', 'test.audited'],
      contains: null,
      addableAnywhere: true,
      addPermission: 'Add portal content',
      layout: 'view',
      lockable: false,
    },
  ],
}

let test: TestSite

const move = (path: string, transition: string) =>
  test.run('transitionContent', path, { as: 'max', input: { transition, body: {} } })

async function add(container: string, id: string, more: JsonObject = {}): Promise<string> {
  const input = { '@type': 'Document', title: id, ...more, id }
  const { path } = await test.run('addContent', container, { as: 'max', input })
  test.clock.now += hour
  return path
}

async function search(rows: readonly Row[], { as = 'max', at = '/', sort = 'path', ...options }: SearchOptions = {}) {
  const sentRows = rows.map(([i, o, v]) => ({ i, o: prefix + o, ...(v === undefined ? {} : { v }) }))
  const { batch = { start: 0, size: 100 }, metadata = [], fullObjects = false, limit = 0, query = sentRows } = options
  const page = { b_start: batch.start, b_size: batch.size, limit }
  const input = { body: { query, sort_on: sort, metadata_fields: metadata, fullobjects: fullObjects, ...page } }
  return test.run('querystringSearch', at, { ...(as === null ? {} : { as }), input })
}

async function find(rows: readonly Row[], options: SearchOptions = {}): Promise<string> {
  const { items } = await search(rows, options)
  return items.map(item => String(item['@id']).replace(/^http:\/\/site\.example(\/t\/?)?/, '')).join(' ')
}

const inTree: Row = ['path', 'string.absolutePath', '/t']
const findInTree = (...rows: readonly Row[]) => find([inTree, ...rows])

beforeAll(async () => {
  test = await createTestSite({ extensions })
  await addPublished(test, '/', { '@type': 'Document', id: 't', title: 'Tree' })
  test.clock.now += hour
  await add('/t', 'alpha', { '@type': 'News Item', title: 'Alphabet and more', subjects: ['red', 'all'] })
  await add('/t', 'beta', { description: 'not the alpha', subjects: ['blue', 'all'] })
  await add('/t', 'link', { '@type': 'Link', remoteUrl: 'http://example.org', exclude_from_nav: true })
  await add('/t', 'sub')
  await add('/t/sub', 'deep', { subjects: ['red'] })
  await add('/t', 'event', { '@type': 'Event', start: '2027-05-01T10:00:00+00:00', end: '2027-05-01T12:00:00+00:00' })
  await add('/t', 'ana', { '@type': 'Profile', email: 'ana@example.org' })
  await add('/t', 'ledger', { '@type': 'Ledger' })
  await move('/t/alpha', 'publish')
})

const everything = ' alpha ana beta event ledger link sub sub/deep'

describe('a query operator', () => {
  it.each<[string, ...Row]>([
    ['alpha', 'portal_type', 'string.is', 'News Item'],
    ['alpha link', 'portal_type', 'selection.any', ['News Item', 'Link']],
    ['ana event ledger link', 'portal_type', 'selection.none', ['Document', 'News Item']],
    ['alpha beta', 'Subject', 'list.contains', ['all']],
    ['alpha', 'Subject', 'selection.all', ['red', 'all']],
    ['sub/deep', 'Subject', 'selection.none', ['all']],
    ['sub/deep', 'Subject', 'string.isNot', 'all'],
    ['beta', 'getId', 'string.contains', 'beta'],
    ['alpha', 'Title', 'string.contains', 'alphabet'],
    ['alpha beta', 'SearchableText', 'string.contains', 'alp'],
    ['beta', 'SearchableText', 'string.contains', 'not alp'],
    ['beta', 'SearchableText', 'string.is', 'alpha'],
    ['link', 'exclude_from_nav', 'boolean.isTrue'],
    ['ledger link', 'is_folderish', 'boolean.isFalse'],
    ['', 'start', 'date.today'],
    ['event', 'start', 'date.between', ['2027-05-01', '2027-05-02']],
    ['event', 'start', 'date.largerThan', '2027-05-01T10:00:00+00:00'],
    ['event', 'end', 'date.lessThan', '2027-05-01T12:00:00+00:00'],
    ['', 'start', 'date.lessThan', '2027-05-01'],
    ['event', 'start', 'date.lessThanRelativeDate', 200],
    ['', 'start', 'date.largerThanRelativeDate', 5],
    ['', 'start', 'date.beforeToday'],
    ['event', 'start', 'date.afterToday'],
    ['event', 'start', 'date.afterRelativeDate', 100],
    ['', 'start', 'date.afterRelativeDate', 200],
    ['', 'created', 'date.beforeRelativeDate', 1],
    [everything, 'created', 'date.today'],
    [everything, 'Creator', 'string.currentUser'],
    [everything, 'show_inactive', 'string.showInactive'],
    ['', 'getObjPositionInParent', 'int.is', 0],
    ['', 'getId', 'int.largerThan', 0],
  ])('finds %j by %s %s %j', async (expected, ...row) => {
    expect(await findInTree(row)).toBe(expected)
  })

  it('finds an object by its UID', async () => {
    const [beta] = (await search([['getId', 'string.is', 'beta']], { metadata: ['UID'] })).items
    expect(await find([['UID', 'reference.is', beta?.UID ?? null]])).toBe('beta')
  })

  it('finds content below a path', async () => {
    const below = (operator: string, value: string, at?: string) =>
      find([['path', `string.${operator}`, value]], at === undefined ? {} : { at })
    expect(await below('absolutePath', '/t/sub')).toBe('sub sub/deep')
    expect(await below('path', '/t/sub::1')).toBe('sub/deep')
    expect(await below('path', '/t::0')).toBe('')
    expect(await below('relativePath', '../sub', '/t/beta')).toBe('sub sub/deep')
    expect(await below('relativePath', '..::1', '/t/beta')).toBe('alpha ana event ledger link sub')
    const [sub] = (await search([['getId', 'string.is', 'sub']], { metadata: ['UID'] })).items
    expect(await below('absolutePath', String(sub?.UID))).toBe('sub sub/deep')
    expect(await below('path', `${sub?.UID}::0`)).toBe('sub')
    expect(await find([inTree, ['path', 'string.path', 'f'.repeat(32)], ['getId', 'string.is', 'beta']])).toBe('beta')
  })
})

describe('a querystring search', () => {
  it('covers the whole site from any object, and excludes that object', async () => {
    const documents: Row = ['portal_type', 'string.is', 'Document']
    expect(await find([documents])).toBe(' beta sub sub/deep')
    expect(await find([documents], { at: '/t/sub' })).toBe(' beta sub/deep')
    const roots = await search([['portal_type', 'string.is', 'Plone Site']])
    expect(roots.items.map(item => item['@id'])).toEqual(['http://site.example'])
  })

  it('requires View of the object, and finds content that the caller may find', async () => {
    expect(await find([inTree], { as: null })).toBe(' alpha')
    expect((await search([inTree], { as: null })).total).toBe(2)
    await expect(find([inTree], { as: null, at: '/t/beta' })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await find([['Creator', 'string.currentUser']], { as: null })).toBe('')
  })

  it('finds nothing without rows, and ignores omitted rows', async () => {
    expect((await search([['isFolderish', 'boolean.isTrue']])).total).toBe(0)
    expect(await findInTree(['isFolderish', 'boolean.isTrue'], ['getId', 'string.is', 'beta'])).toBe('beta')
  })

  it('limits the hits and their number; 0 means no limit', async () => {
    const cut = async (limit: number, batch = { start: 0, size: 100 }) => {
      const { items, total } = await search([inTree], { limit, batch })
      return [items.length, total]
    }
    expect(await cut(0)).toEqual([9, 9])
    expect(await cut(3)).toEqual([3, 3])
    expect(await cut(3, { start: 2, size: 2 })).toEqual([1, 3])
    expect(await cut(3, { start: 5, size: 2 })).toEqual([0, 3])
    expect(await cut(20)).toEqual([9, 9])
  })

  it('returns no items but their number for an empty page', async () => {
    const { items, total } = await search([inTree], { batch: { start: 0, size: 0 } })
    expect([items, total]).toEqual([[], 9])
  })

  it('without an order begins with hits in the title for words, and with the oldest object otherwise', async () => {
    const words: Row = ['SearchableText', 'string.contains', 'alpha']
    expect(await find([words], { sort: '' })).toBe('alpha beta')
    expect(await find([['portal_type', 'string.is', 'Document']], { sort: '' })).toBe(' beta sub sub/deep')
  })

  it('returns whole objects on request', async () => {
    const { items } = await search([['getId', 'string.is', 'beta']], { fullObjects: true })
    expect(items).toEqual([expect.objectContaining({ description: 'not the alpha', versioning_enabled: true })])
  })

  it('includes unpublished and expired content for callers who may see it, in every search', async () => {
    const soon = { effective: '2030-01-01T00:00:00+00:00' }
    const path = await addPublished(test, '/', { '@type': 'Document', id: 'soon', title: 'Soon', ...soon })
    const rows: Row[] = [['getId', 'string.is', 'soon']]
    expect((await search(rows, { as: 'mia' })).total).toBe(0)
    expect((await search([...rows, ['show_inactive', 'string.showInactive', 'True']], { as: 'mia' })).total).toBe(0)
    expect((await search(rows, { as: 'sia' })).total).toBe(1)
    await test.run('deleteContent', path, { as: 'max', input: undefined })
  })

  it('is rejected with the reason', async () => {
    const expectRejected = (query: JsonValue) => expect(search([], { query })).rejects
    await expectRejected([]).toMatchObject({ code: 'bad-request', reason: { id: 'querystring.missing' } })
    await expectRejected([{ i: 'id', o: 'x' }]).toMatchObject({
      code: 'bad-request',
      reason: { values: { operator: 'x' } },
    })
    await expectRejected([{ i: 'start', o: `${prefix}date.between`, v: [] }]).toMatchObject({ code: 'bad-request' })
  })
})

describe('workflow states', () => {
  const states = (...values: string[]): Row => ['review_state', 'selection.any', values]
  const publication = (state: string) => `simple_publication_workflow|${state}`
  const member = (state: string) => `foundation_member_workflow|${state}`

  it('are found with and without their workflow', async () => {
    expect(await findInTree(states(publication('published')))).toBe(' alpha')
    expect(await findInTree(states('published'))).toBe(' alpha')
    expect(await findInTree(states(member('pending')))).toBe('ana')
    expect(await findInTree(states('published', member('pending')))).toBe(' alpha ana')
    expect(await findInTree(['review_state', 'selection.none', [publication('private')]])).toBe(' alpha')
    expect(await findInTree(['review_state', 'selection.all', ['private', member('pending')]])).toBe('ana')
  })

  it('of all workflows are in the index and in summaries, in the order of the chain', async () => {
    const { items } = await search([['workflow_states', 'selection.all', [member('pending'), publication('private')]]])
    expect(items).toEqual([
      expect.objectContaining({ title: 'ana', workflow_states: [publication('private'), member('pending')] }),
    ])
  })

  it('of content with one workflow are one state, which follows transitions', async () => {
    const path = await add('/t', 'moving')
    const stateOf = async () => (await search([['getId', 'string.is', 'moving']])).items[0]?.workflow_states
    expect(await stateOf()).toEqual([publication('private')])
    await move(path, 'publish')
    expect(await stateOf()).toEqual([publication('published')])
    expect(await findInTree(states(publication('published')))).toBe(' alpha moving')
    await test.run('deleteContent', path, { as: 'max', input: undefined })
  })

  it('follow transitions of each workflow with the state variable workflow_states', async () => {
    const path = await add('/t', 'mia', { '@type': 'Profile', email: 'mia@example.org' })
    await move(path, 'activate')
    expect(await findInTree(states(member('active')))).toBe('mia')
    expect(await findInTree(states(member('pending')))).toBe('ana')
    expect(await findInTree(['workflow_states', 'selection.all', [member('active'), publication('private')]])).toBe(
      'mia',
    )
    await test.run('deleteContent', path, { as: 'max', input: undefined })
  })

  it('follow transitions of each workflow with another state variable', async () => {
    expect(await findInTree(states('audit_workflow|open'))).toBe('ledger')
    await move('/t/ledger', 'audit')
    await move('/t/ledger', 'publish')
    expect(await findInTree(states('audit_workflow|open'))).toBe('')
    const current = ['audit_workflow|audited', publication('published')]
    expect(await findInTree(['workflow_states', 'selection.all', current])).toBe('ledger')
  })

  it('are not found without their workflow in the index of all workflows', async () => {
    expect(await findInTree(['workflow_states', 'selection.any', ['private', 'pending']])).toBe('')
  })
})
