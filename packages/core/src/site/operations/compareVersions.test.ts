import { addPublished, createTestSite, type TestSite, type TestUser } from '@plenum/testkit'

let test: TestSite

const compare = (one: string, two: string, as: TestUser = 'max') =>
  test.run('compareVersions', '/a', { as, input: { one, two } })
const edit = (body: object) =>
  test.run('editContent', '/a', { as: 'max', input: { body: { ...body }, representation: false } })

beforeEach(async () => {
  test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'a', title: 'A', description: 'The quick brown fox' })
})

describe('differences of versions (docs/workflow-and-history.md, Differences)', () => {
  it('are the texts of one version only, between the texts of both', async () => {
    await edit({ description: 'The quick red fox', title: 'B' })
    const { fields, ...others } = await compare('0', 'current')
    expect(others).toEqual({
      '@id': 'http://site.example/a/@history/0/@diff/current',
      one: '0',
      two: 'current',
    })
    expect((fields as readonly unknown[]).slice(0, 2)).toEqual([
      {
        name: 'title',
        title: 'Title',
        pieces: [
          { kind: 'removed', text: 'A' },
          { kind: 'added', text: 'B' },
        ],
      },
      {
        name: 'description',
        title: expect.any(String),
        pieces: [
          { kind: 'same', text: 'The quick ' },
          { kind: 'removed', text: 'brown' },
          { kind: 'added', text: 'red' },
          { kind: 'same', text: ' fox' },
        ],
      },
    ])
  })

  it('include texts in blocks, without markup', async () => {
    await edit({ blocks: { x: { '@type': 'slate', plaintext: 'One two', value: [] } } })
    await edit({ blocks: { x: { '@type': 'slate', plaintext: 'One three', value: [] } } })
    const { fields } = await compare('1', '2')
    expect(fields).toMatchObject([
      {
        name: 'blocks',
        pieces: [{ text: 'One ' }, { kind: 'removed', text: 'two' }, { kind: 'added', text: 'three' }],
      },
    ])
  })

  it('show the stored value if only that differs', async () => {
    await edit({ blocks: { x: { '@type': 'image', url: '/one' } } })
    await edit({ blocks: { x: { '@type': 'image', url: '/two' } } })
    expect(JSON.stringify((await compare('1', '2')).fields)).toContain('/two')
  })

  it('are empty between a version and itself', async () => {
    expect((await compare('0', '0')).fields).toEqual([])
  })

  it('are rejected without the permission, and for an unknown version', async () => {
    await expect(compare('0', 'current', 'mia')).rejects.toMatchObject({ code: 'unauthorized' })
    for (const version of ['9', 'x', '-1', '__proto__'])
      await expect(compare('0', version)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('of very long texts are computed in linear time', async () => {
    const words = (word: string) => Array.from({ length: 50_000 }, (_, i) => `${word}${i}`).join(' ')
    const blocks = (word: string) => ({ x: { '@type': 'slate', plaintext: words(word), value: [] } })
    await edit({ blocks: blocks('a') })
    await edit({ blocks: blocks('b') })
    const before = process.cpuUsage()
    await compare('1', '2')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2000)
  })
})

describe('workflow definitions of an object (docs/workflow-and-history.md, Definitions of an object)', () => {
  const definitions = (as: TestUser, path = '/a') => test.run('getWorkflowDefinitions', path, { as, input: {} })

  it('are the states and transitions of its chain', async () => {
    const { items } = (await definitions('max')) as { items: readonly Record<string, unknown>[] }
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ id: 'simple_publication_workflow', state: 'published', initial_state: 'private' })
    expect(items[0]?.states).toContainEqual({ id: 'pending', title: 'Pending review' })
    expect(items[0]?.transitions).toContainEqual({
      id: 'retract',
      title: 'Retract',
      from: expect.arrayContaining(['pending', 'published']),
      to: 'private',
      is_automatic: false,
      is_available: true,
      blockers: [],
    })
    expect(items[0]?.transitions).toContainEqual(expect.objectContaining({ id: 'submit', is_available: false }))
  })

  it('do not exist for the site root', async () => {
    expect(await definitions('max', '/')).toMatchObject({ items: [] })
  })

  it('are available to users with workflow permissions only', async () => {
    await expect(definitions('mia')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await definitions('edi')).toMatchObject({ items: [{ state: 'published' }] })
  })
})
