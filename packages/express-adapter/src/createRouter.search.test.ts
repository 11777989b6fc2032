import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const hour = 3_600_000

let test: TestSite
let app: Express

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta']

async function addStory(word: string, i: number): Promise<void> {
  const story = {
    title: `${word} story ${i}`,
    description: i % 2 ? 'even words' : 'odd words',
    subjects: [`k${i % 2}`, 'all'],
  }
  const input = { '@type': i % 3 ? 'Document' : 'News Item', id: word, ...story }
  await test.run('addContent', '/t/s', { as: 'max', input })
  if (word === 'alpha' || word === 'gamma')
    await test.run('transitionContent', `/t/s/${word}`, { as: 'max', input: { transition: 'publish', body: {} } })
  test.clock.now += hour
}

beforeAll(async () => {
  test = await createTestSite()
  app = createApp(test.site)
  const add = (container: string, id: string, title: string, more: object = {}) =>
    test.run('addContent', container, { as: 'max', input: { '@type': 'Document', id, title, ...more } })
  await addPublished(test, '/', { '@type': 'Document', id: 't', title: 'Test tree' })
  await add('/t', 's', 'Search here')
  for (const [i, word] of words.entries()) await addStory(word, i)
  await add('/t/s', 'sub', 'Sub')
  await add('/t/s', 'link', 'A link', { '@type': 'Link', remoteUrl: 'http://example.org', exclude_from_nav: true })
  await add('/t/s/sub', 'deep', 'deep alpha')
  const more = { subjects: ['Tag Name'], blocks: { a: { '@type': 'slate', plaintext: 'Straße, inside' } } }
  await add('/t', 'words', 'Über alpha-beta', { ...more, description: 'quoted phrase here' })
})

function get(path: string, as?: TestUser) {
  const sent = request(app).get(path).set('Host', 'site.example')
  return as ? sent.auth(as, password) : sent
}

async function search(query: string, { path = '/t/s', as = 'max' as TestUser } = {}): Promise<string[]> {
  const { body } = await get(`${path}/@search?${query}`, as).expect(200)
  return body.items.map((item: { '@id': string }) => item['@id'].slice(`${base}/t/`.length))
}

const everything = 's s/alpha s/beta s/gamma s/delta s/epsilon s/zeta s/eta s/sub s/link s/sub/deep'.split(' ')

describe('@search', () => {
  it('answers with @id, items and items_total', async () => {
    const { body } = await get('/t/s/@search?getId=alpha', 'max').expect(200)
    expect(body).toEqual({ '@id': `${base}/t/s/@search?getId=alpha`, items: [expect.anything()], items_total: 1 })
    expect(body.items[0]).toMatchObject({
      '@id': `${base}/t/s/alpha`,
      '@type': 'News Item',
      Subject: ['k0', 'all'],
      description: 'odd words',
      review_state: 'published',
      title: 'alpha story 0',
      workflow_states: ['simple_publication_workflow|published'],
    })
  })

  it('finds the context and all content below it, in the order of insertion', async () => {
    expect(await search('')).toEqual(everything)
    expect(await search('portal_type=Plone+Site', { path: '' })).toEqual([''])
  })

  it('has no POST and no further segments', async () => {
    await request(app).post('/@search').auth('max', password).send({}).expect(404)
    await get('/@search/x').expect(404)
  })

  it('requires View of the context', async () => {
    for (const as of [undefined, 'mia'] as const) {
      const { body } = await get('/t/s/@search', as).expect(401)
      expect(body).toMatchObject({ type: 'Unauthorized', context: `${base}/t` })
    }
    expect((await search('', { as: 'rea' })).length).toBe(11)
  })

  it('finds and counts only content that the caller may view', async () => {
    const { body } = await get('/t/@search').expect(200)
    expect(body.items.map((item: { '@id': string }) => item['@id'])).toEqual([
      `${base}/t`,
      `${base}/t/s/alpha`,
      `${base}/t/s/gamma`,
    ])
    expect(body.items_total).toBe(3)
  })
})

describe('the @id of a search', () => {
  it.each([
    ['sort_on=getId&sort_order=descending&sort_limit=2&b_size=3&b_start=3', ''],
    ['portal_type:list=Document&portal_type:list=Link', '?portal_type%3Alist=Document&portal_type%3Alist=Link'],
    ['SearchableText=even%20words&Title=', '?SearchableText=even+words'],
    ['workflow_states=a|b', '?workflow_states=a%7Cb'],
  ])('for %s ends with %j', async (query, end) => {
    const { body } = await get(`/++api++/t/s/@search?${query}`, 'max').expect(200)
    expect(body['@id']).toBe(`${base}/t/s/@search${end}`)
  })
})

describe('paths in a search', () => {
  it.each([
    ['path.depth=0', 's'],
    ['path.depth=1', 's/alpha s/beta s/gamma s/delta s/epsilon s/zeta s/eta s/sub s/link'],
    ['path.depth=2', everything.join(' ')],
    ['path.depth=-1', everything.join(' ')],
    ['path=/t/s/sub', 's/sub s/sub/deep'],
    ['path=/t/s/sub/', 's/sub s/sub/deep'],
    ['path.query=/t/s/sub&path.depth=1', 's/sub/deep'],
    ['path=/t/s/sub&path.depth=0', 's/sub'],
    ['path=/t/s/alpha&path=/t/s/beta', 's/alpha s/beta'],
    ['path:list=/t/s/alpha&path:list=/nope', 's/alpha'],
    ['path=t/s/sub', ''],
    ['path=http://site.example/t/s/sub', ''],
    ['path=/t/s/su', ''],
  ])('such as %s find %j', async (query, expected) => {
    expect((await search(query)).join(' ')).toBe(expected)
  })

  it('may be empty, which means the whole site', async () => {
    expect((await search('path=', { path: '/t/s' })).length).toBe(14)
    expect((await search('use_site_search_settings=0')).length).toBe(14)
  })

  it.each(['x', '1.5', '-2'])('with a depth of %s are a bad request', async depth => {
    expect((await get(`/t/s/@search?path.depth=${depth}`, 'max').expect(400)).body.type).toBe('BadRequest')
  })
})

describe('index parameters of a search', () => {
  it.each([
    ['portal_type=News+Item', 's/alpha s/delta s/eta'],
    ['portal_type=Link&portal_type=Nope', 's/link'],
    ['portal_type:list=Link', 's/link'],
    ['Type=Page&getId=sub', 's/sub'],
    ['review_state=published', 's/alpha s/gamma'],
    ['workflow_states=simple_publication_workflow|published', 's/alpha s/gamma'],
    ['workflow_states=published', ''],
    ['Subject=k1', 's/beta s/delta s/zeta'],
    ['Subject=K1', ''],
    ['Subject.query=k1&Subject.query=all&Subject.operator=and', 's/beta s/delta s/zeta'],
    ['Subject.query=k0&Subject.query=k1&Subject.operator=and', ''],
    ['Subject=k0&Subject=k1&getId=beta&getId=alpha', 's/alpha s/beta'],
    ['Creator=max&getId=alpha', 's/alpha'],
    ['Creator=con', ''],
    ['id=alpha', 's/alpha'],
    ['is_folderish=false', 's/link'],
    ['exclude_from_nav=1', 's/link'],
    ['getId=', ''],
    ['Subject=', ''],
    ['exclude_from_nav=', ''],
    ['end=', ''],
    ['created.query=2027-01-01&created.range=max', 's s/alpha'],
    ['created.query=2027-01-01T05:00:00&created.range=min&portal_type=News+Item', 's/eta'],
    ['created.query=2027-01-01T01:00&created.query=2027-01-01T02:00&created.range=min:max', 's/beta s/gamma'],
    ['created=2027-01-01T01:00:00', 's/beta'],
    ['effective.query=1990-01-01&effective.range=min', 's/alpha s/gamma'],
    ['effective.query=2027-01-01&effective.range=max&portal_type=News+Item', 's/alpha s/delta s/eta'],
    ['expires.query=2027-01-01&expires.range=min&portal_type=News+Item', 's/alpha s/delta s/eta'],
    ['expires.query=2027-01-01&expires.range=max', ''],
    ['effectiveRange=2026-12-31&portal_type=News+Item', 's/delta s/eta'],
    ['Subject.query=all&Subject.not=k1', 's/alpha s/gamma s/epsilon s/eta'],
    ['portal_type.not=Document&portal_type.not=News+Item', 's/link'],
    ['getId.query=e&getId.query=f&getId.range=min:max', 's/epsilon s/eta'],
    ['sortable_title.query=s&sortable_title.range=min', 's s/zeta s/sub'],
  ])('such as %s find %j', async (query, expected) => {
    expect((await search(query)).join(' ')).toBe(expected)
  })

  it.each(['unknown=1', 'sort_on=nope', '_=1', 'constructor=1', 'toString=x&hasOwnProperty=y', 'b_sized=1'])(
    'such as %s are ignored',
    async query => {
      expect(await search(query)).toHaveLength(11)
    },
  )

  it.each([
    'is_folderish=maybe',
    'created=yesterday',
    'created.query=5&created.range=min',
    'created.range=min',
    'Title.a=b',
  ])('such as %s are a bad request', async query => {
    expect((await get(`/t/s/@search?${query}`, 'max').expect(400)).body.type).toBe('BadRequest')
  })
})

describe('text searches', () => {
  it.each([
    ['SearchableText=alpha', 's/alpha s/sub/deep words'],
    ['SearchableText=ALPHA+odd', 's/alpha'],
    ['SearchableText=alp*', 's/alpha s/sub/deep words'],
    ['SearchableText=alp', ''],
    ['SearchableText=alpha+or+gamma', 's/alpha s/gamma s/sub/deep words'],
    ['SearchableText=alpha+and+NOT+story', 's/sub/deep words'],
    ['SearchableText=alpha-beta', 'words'],
    ['SearchableText=uber', 'words'],
    ['SearchableText=strasse', 'words'],
    ['SearchableText=tag', 'words'],
    ['SearchableText=%22quoted+phrase%22', 'words'],
    ['SearchableText=%22phrase+quoted%22', ''],
    ['SearchableText=sub', 's/sub'],
    ['Title=alpha', 's/alpha s/sub/deep words'],
    ['Title=even', ''],
    ['Description=even', 's/beta s/delta s/zeta'],
  ])('such as %s find %j', async (query, expected) => {
    expect((await search(`${query}&sort_on=created`, { path: '/t' })).toSorted().join(' ')).toBe(expected)
  })

  it.each(['', '*', '()', '**', '%3F', '%25', '-'])(
    'with SearchableText=%s find nothing, and get a regular answer',
    async text => {
      const { body } = await get(`/t/s/@search?SearchableText=${text}`, 'max').expect(200)
      expect(body).toMatchObject({ items: [], items_total: 0, '@id': expect.stringContaining('/t/s/@search') })
    },
  )

  it.each(['and', 'or', 'not', 'NOT+alpha', '(alpha', 'alpha)', '%22', '-x', 'a+AND', '*x*', '%00', '%F0%9F%98%80'])(
    'with SearchableText=%s never fail',
    async text => {
      await get(`/t/s/@search?SearchableText=${text}`, 'max').expect(200)
    },
  )

  it('list title matches first, then the newest objects, by default', async () => {
    const paths = await search('SearchableText=sub+or+odd', { path: '/t' })
    expect(paths).toEqual(['s/sub', 's/eta', 's/epsilon', 's/gamma', 's/alpha'])
  })
})

describe('order and batches of a search', () => {
  it.each([
    ['sort_on=getId', 'alpha beta deep delta epsilon eta gamma link s sub zeta'],
    ['sort_on=getId&sort_order=descending', 'zeta sub s link gamma eta epsilon delta deep beta alpha'],
    ['sort_on=getId&sort_order=REVERSE', 'zeta sub s link gamma eta epsilon delta deep beta alpha'],
    ['sort_on=getId&sort_order=down', 'alpha beta deep delta epsilon eta gamma link s sub zeta'],
    ['sort_on=path&path.depth=1', 'alpha beta delta epsilon eta gamma link sub zeta'],
    ['sort_on=getObjPositionInParent&path.depth=1', 'alpha beta gamma delta epsilon zeta eta sub link'],
    ['sort_on=nope&sort_on=created&sort_order=descending&portal_type=News+Item', 'eta delta alpha'],
    ['sort_on=portal_type&sort_on=getId&path.depth=1', 'beta epsilon gamma sub zeta link alpha delta eta'],
    [
      'sort_on:list=portal_type&sort_on:list=getId&sort_order:list=ascending&sort_order:list=descending&path.depth=1',
      'zeta sub gamma epsilon beta link eta delta alpha',
    ],
  ])('with %s result in %s', async (query, expected) => {
    expect((await search(query)).map(path => path.split('/').at(-1)).join(' ')).toBe(expected)
  })

  it('with sort_limit limit items but not items_total', async () => {
    const { body } = await get('/t/s/@search?sort_on=getId&sort_limit=2', 'max')
    expect([body.items.length, body.items_total]).toEqual([2, 11])
    expect((await search('sort_limit=4&b_size=3&b_start=3')).length).toBe(1)
  })

  it('have links that begin with b_start and preserve the other parameters', async () => {
    const { body } = await get('/t/s/@search?b_size=5&sort_on=path&b_start=5', 'max')
    const url = `${base}/t/s/@search`
    expect(body.items).toHaveLength(5)
    expect(body.batching).toEqual({
      '@id': `${url}?b_size=5&sort_on=path&b_start=5`,
      first: `${url}?b_start=0&b_size=5&sort_on=path`,
      last: `${url}?b_start=10&b_size=5&sort_on=path`,
      next: `${url}?b_start=10&b_size=5&sort_on=path`,
      prev: `${url}?b_start=0&b_size=5&sort_on=path`,
    })
  })

  it('with b_size=0 return only the total', async () => {
    expect((await get('/t/s/@search?b_size=0', 'max')).body).toMatchObject({ items: [], items_total: 11 })
  })

  it.each(['b_size=x', 'b_size=-1', 'b_start=-1', 'b_size=', 'b_size=1&b_size=1', 'sort_limit=x', 'sort_limit=-1'])(
    'such as %s are a bad request',
    async query => {
      expect((await get(`/t/s/@search?${query}`, 'max').expect(400)).body.type).toBe('BadRequest')
    },
  )
})

describe('items of a search', () => {
  it.each(['fullobjects', 'fullobjects=0'])('with %s are full objects without items of their own', async full => {
    const { body } = await get(`/t/s/@search?getId=alpha&${full}`, 'max')
    expect(body.items).toEqual([(await get('/t/s/alpha?include_items=0', 'max')).body])
  })

  it('have more columns with metadata_fields', async () => {
    const { body } = await get('/t/s/@search?getId=alpha&metadata_fields=UID&metadata_fields=Creator', 'max')
    expect(body.items[0]).toMatchObject({ UID: expect.stringMatching(/^[0-9a-f]{32}$/), Creator: 'max' })
    expect(body.items[0]).not.toHaveProperty('modified')
  })
})

describe('expired and not yet effective content', () => {
  let fresh: TestSite
  let its: Express

  beforeAll(async () => {
    fresh = await createTestSite()
    its = createApp(fresh.site)
    for (const id of ['a', 'b']) await addPublished(fresh, '/', { '@type': 'Document', id, title: id })
    await addPublished(fresh, '/a', {
      '@type': 'Document',
      id: 'old',
      title: 'x',
      effective: '2026-01-01',
      expires: '2026-02-01',
    })
    await addPublished(fresh, '/b', { '@type': 'Document', id: 'soon', title: 'x', effective: '2028-01-01' })
    await fresh.run('addContent', '/b', { as: 'con', input: { '@type': 'Document', id: 'own', title: 'Own' } })
  })

  const total = async (path: string, as?: TestUser): Promise<number> => {
    const sent = request(its).get(path)
    return (await (as ? sent.auth(as, password) : sent).expect(200)).body.items_total
  }

  it.each(['/@search?Title=x', '/@search?Title=x&show_inactive=1', '/a/@search?Title=x', '/@search?path=/b&Title=x'])(
    'is found with %s only by callers who may see such content',
    async path => {
      expect([await total(path), await total(path, 'rea'), await total(path, 'con')]).toEqual([0, 0, 0])
      expect(await total(path, 'sia')).toBeGreaterThan(0)
    },
  )

  it('requires the permission at the searched path: an Owner elsewhere sees no more', async () => {
    expect(await total('/b/own/@search?path=/&Title=x', 'con')).toBe(0)
    expect(await total('/b/own/@search?use_site_search_settings=1&Title=x', 'con')).toBe(0)
  })
})
