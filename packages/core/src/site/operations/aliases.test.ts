import { addPublished, createTestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { AliasFilter } from '../write/aliases/listAliases.js'

async function siteWithPages() {
  const site = await createTestSite()
  for (const id of ['a', 'b']) await addPublished(site, '/', { '@type': 'Document', id, title: id })
  const { run } = site
  const add = (path: string, items: JsonValue, as: TestUser = 'max') =>
    run('addAliases', path, { as, input: { items } })
  const remove = (path: string, items: JsonValue) => run('removeAliases', path, { as: 'max', input: { items } })
  const list = async (path: string, filter: AliasFilter = {}, batch = { start: 0, size: 25 }) =>
    (await run('listAliases', path, { as: 'max', input: { filter, batch } })).items
  const pathsOf = async (...request: Parameters<typeof list>) => (await list(...request)).map(item => item.path)
  const get = (path: string, as?: TestUser) =>
    run('getWorkflow', path, { ...(as ? { as } : {}), input: undefined }).then(
      () => 'found',
      ({ code, details }) => details.movedTo ?? code,
    )
  return { ...site, add, remove, list, pathsOf, get }
}

const creationTime = '2027-01-01T00:00:00+00:00'

describe('aliases (docs/content-and-access.md, Old URLs and aliases)', () => {
  it('are created only where the caller could add content, and never at reserved addresses', async () => {
    const { add, run, pathsOf } = await siteWithPages()
    const share = (id: string, roles: object) =>
      ({ as: 'max', input: { entries: [{ id, type: 'user', roles }] } }) as never
    await run('editSharing', '/a', share('mia', { Contributor: true, Editor: true }))
    await run('addContent', '/a', { as: 'mia', input: { '@type': 'Link', id: 'own', title: 'Own', remoteUrl: '/b' } })
    const claim = (items: JsonValue, as: TestUser = 'mia') => add('/a/own', items, as).then(String, ({ code }) => code)
    for (const path of ['/programme', '/b/x', '/b/none/x', '/nowhere/at/all', ['/a/x', '/tickets']])
      expect([path, await claim(path)]).toEqual([path, 'unauthorized'])
    for (const path of [
      '/favicon.ico',
      '/login',
      '/a/logout',
      '/a/edit',
      '/a/@search',
      '/@@images',
      '/a/%40vote',
      '/a/search/x',
    ])
      for (const as of ['mia', 'max'] as const) expect([path, await claim(path, as)]).toEqual([path, 'bad-request'])
    expect(await pathsOf('/')).toEqual([])
    expect(await claim(['/a/old', '/a/none/old', '/a/own/x'])).toBe('null')
    expect(await claim('/programme', 'max')).toBe('null')
    expect(await pathsOf('/a/own')).toEqual(['/a/none/old', '/a/old', '/a/own/x', '/programme'])
  })

  it('do not begin with names that clients and services use at the site root', async () => {
    const { add } = await siteWithPages()
    const give = (path: string) => add('/', [{ path, 'redirect-to': '/a' }]).then(String, ({ code }) => code)
    for (const path of ['/login', '/favicon.ico', '/sitemap', '/@search']) expect(await give(path)).toBe('bad-request')
    expect(await give('/news/view')).toBe('null')
  })

  it.each([
    ['/old', ['/old']],
    [
      ['/old', '/x/y/'],
      ['/old', '/x/y'],
    ],
    [[{ path: '/%C3%BCber' }], ['/über']],
    [`${testBase}/old%20page`, ['/old page']],
    [[], []],
  ])('are created for content as %j', async (items, expected) => {
    const { add, list } = await siteWithPages()
    expect(await add('/a', items)).toBe(null)
    expect(await list('/a')).toEqual(
      expected.map(path => ({ path, 'redirect-to': '/a', datetime: creationTime, manual: true })),
    )
  })

  it('follow relocated content, for visitors too, and retain the rest of the path', async () => {
    const { add, get, run } = await siteWithPages()
    await add('/a', ['/old', '/b/older'])
    expect([await get('/old'), await get('/old/in'), await get('/b/older')]).toEqual(['/a', '/a/in', '/a'])
    await run('relocateObjects', '/b', { as: 'max', input: { source: '/a' } })
    expect([await get('/old'), await get('/a')]).toEqual(['/b/a', '/b/a'])
    await run('transitionContent', '/b/a', { as: 'max', input: { transition: 'retract', body: {} } })
    expect([await get('/old'), await get('/old', 'rea'), await get('/none')]).toEqual([
      'unauthorized',
      '/b/a',
      'not-found',
    ])
    await run('deleteContent', '/b/a', { as: 'max', input: undefined })
    expect(await get('/old')).toBe('not-found')
  })

  it('that are invalid or in use are reported, and the others created', async () => {
    const { add, pathsOf } = await siteWithPages()
    await add('/b', '/taken')
    const impossible = ['/b', '/taken', 'no-slash', '/', '/x?y', '/x#y', '/a/../c', '//x', '/++api++/x']
    expect(await add('/a', [...impossible, '/good', '/good'])).toEqual({
      type: 'error',
      failed: [...impossible, '/good'],
    })
    expect(await pathsOf('/a')).toEqual(['/good'])
  })

  it.each([undefined, null, 1, '', [1], [{}], [{ path: '/x', datetime: 'soon' }], Array(1001).fill('/x')])(
    'are not read from %j',
    async items => {
      const { run } = await siteWithPages()
      const input: JsonObject = items === undefined ? {} : { items }
      await expect(run('addAliases', '/a', { as: 'max', input })).rejects.toMatchObject({ code: 'bad-request' })
    },
  )

  it('of renamed and relocated content are listed with their time, and distinguished from manual aliases', async () => {
    const { add, run, list, pathsOf, clock } = await siteWithPages()
    await add('/a', [{ path: '/old', datetime: '2020-02-03T00:00:00Z' }])
    await run('editContent', '/a', { as: 'max', input: { body: { id: 'c' }, representation: false } })
    clock.now += 60_000
    await run('relocateObjects', '/b', { as: 'max', input: { source: '/c' } })
    expect(await list('/b/c')).toEqual([
      { path: '/a', 'redirect-to': '/b/c', datetime: creationTime, manual: false },
      { path: '/c', 'redirect-to': '/b/c', datetime: '2027-01-01T00:01:00+00:00', manual: false },
      { path: '/old', 'redirect-to': '/b/c', datetime: '2020-02-03T00:00:00+00:00', manual: true },
    ])
    expect(await pathsOf('/', { manual: 'no' })).toEqual(['/a', '/c'])
    expect(await pathsOf('/', { query: 'o' })).toEqual(['/old'])
    expect(await pathsOf('/', { start: '2027-01-01', end: '2027-01-01T00:01' })).toEqual(['/a'])
    expect(await pathsOf('/', {}, { start: 1, size: 1 })).toEqual(['/c'])
    expect(await pathsOf('/b')).toEqual([])
    for (const filter of [{ manual: 'x' }, { start: 'x' }, { end: 'x' }])
      await expect(list('/', filter)).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('at the site root have a target: a path or URL of the site, or another site', async () => {
    const { add, get, list } = await siteWithPages()
    const items = [
      { path: '/p', 'redirect-to': '/a/' },
      { path: '/u', 'redirect-to': `${testBase}/b` },
      { path: '/home', 'redirect-to': testBase },
      { path: '/away', 'redirect-to': 'https://example.org/x?y=1' },
    ]
    expect(await add('/', items)).toBe(null)
    expect((await list('/')).map(item => [item.path, item['redirect-to']])).toEqual([
      ['/away', 'https://example.org/x?y=1'],
      ['/home', '/'],
      ['/p', '/a'],
      ['/u', '/b'],
    ])
    expect([await get('/away'), await get('/away/x'), await get('/home/a')]).toEqual([
      'https://example.org/x?y=1',
      'not-found',
      '/a',
    ])
  })

  it.each<JsonValue>([
    '/x',
    { path: '/x' },
    { path: '/x', 'redirect-to': '/none' },
    { path: '/x', 'redirect-to': 'javascript:alert(1)' },
    { path: '/x', 'redirect-to': 'elsewhere' },
    { path: '/b', 'redirect-to': '/a' },
    { path: 'x', 'redirect-to': '/a' },
  ])('at the site root are created all or none: %j', async item => {
    const { add, pathsOf } = await siteWithPages()
    const good = { path: '/good', 'redirect-to': '/a' }
    await expect(add('/', [good, item])).rejects.toMatchObject({ code: 'bad-request' })
    expect(await pathsOf('/')).toEqual([])
  })

  it('are removed at their object, or at the site root for any object', async () => {
    const { add, remove, pathsOf } = await siteWithPages()
    await add('/a', ['/one', '/two', '/100%'])
    await add('/b', '/three')
    expect(await remove('/a', ['/one', '/three', '/none'])).toEqual({ type: 'error', failed: ['/three', '/none'] })
    expect(await remove('/a', [{ path: '/100%' }])).toBe(null)
    expect(await pathsOf('/')).toEqual(['/three', '/two'])
    expect(await remove('/', '/three')).toBe(null)
    expect(await pathsOf('/')).toEqual(['/two'])
  })

  it('are available to users who may modify the object, and at the site root to administrators', async () => {
    const { add, run } = await siteWithPages()
    await expect(add('/a', '/x', 'edi')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await add('/a', '/x', 'sia')).toBe(null)
    for (const [path, as] of [
      ['/a', 'rea'],
      ['/', 'edi'],
    ] as const)
      await expect(add(path, '/y', as)).rejects.toMatchObject({ code: 'unauthorized' })
    const input = { name: 'aliases', parameters: {} } as const
    expect(await run('getComponent', '/a', { as: 'edi', input })).toMatchObject({ items_total: 1 })
    await expect(run('getComponent', '/a', { input })).rejects.toMatchObject({ code: 'unauthorized' })
  })
})
