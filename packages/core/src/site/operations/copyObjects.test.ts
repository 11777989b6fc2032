import { addPublished, createTestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'

async function siteWithPages() {
  const site = await createTestSite()
  for (const [container, id] of [
    ['/', 'a'],
    ['/a', 'b'],
    ['/a/b', 'c'],
    ['/', 'target'],
  ] as const)
    await addPublished(site, container, { '@type': 'Document', id, title: `Title ${id}` })
  const { run } = site
  const copy = (source: JsonValue, at: { as?: TestUser; into?: string } = {}) =>
    run('copyObjects', at.into ?? '/target', { as: at.as ?? 'max', input: { source } })
  const targets = async (...request: Parameters<typeof copy>) =>
    (await copy(...request)).map(({ target }) => String(target).slice(testBase.length))
  const get = async (path: string, as: TestUser = 'max') =>
    (
      await run('getContent', path, {
        as,
        input: { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: false },
      })
    ).content
  return { ...site, copy, targets, get }
}

describe('copies (docs/content-and-access.md, Copy and move)', () => {
  it('are requested by URL, path or UID, and answered with both addresses', async () => {
    const { copy, get } = await siteWithPages()
    const { UID } = await get('/a/b')
    const sources = [`${testBase}/a`, '/a/b/c/', UID ?? null, `${testBase}/++api++/a/b`]
    expect(await copy(sources)).toEqual([
      { source: `${testBase}/a`, target: `${testBase}/target/a` },
      { source: `${testBase}/a/b/c`, target: `${testBase}/target/c` },
      { source: `${testBase}/a/b`, target: `${testBase}/target/b` },
      { source: `${testBase}/a/b`, target: `${testBase}/target/copy_of_b` },
    ])
  })

  it('include all descendants as new objects: state, history, version, UID, owner', async () => {
    const { run, copy, get, clock } = await siteWithPages()
    await run('lockContent', '/a', { as: 'max', input: {} })
    const before = await get('/a')
    clock.now += 60_000
    await copy('/a', { as: 'sia' })
    const copied = await get('/target/a/b/c')
    expect(copied).toMatchObject({ title: 'Title c', review_state: 'private', creators: ['max'] })
    const top = await get('/target/a')
    expect(top).toMatchObject({ created: before.created, effective: before.effective, lock: { locked: false } })
    expect([top.UID === before.UID, top.modified === before.modified]).toEqual([false, false])
    const history = await run('getHistory', '/target/a', { as: 'max', input: { start: 0, size: null } })
    expect(history.map(entry => [entry.type, entry.type === 'versioning' ? entry.version : entry.action])).toEqual([
      ['versioning', 0],
      ['workflow', 'Create'],
    ])
    const { entries } = (await run('getSharing', '/target/a', { as: 'max', input: { search: 'sia' } })) as unknown as {
      entries: { id: string }[]
    }
    expect(entries.map(({ id }) => id)).toContain('sia')
  })

  it('get the next free number if the name is used', async () => {
    const { targets } = await siteWithPages()
    expect(await targets(['/a', '/a', '/a'], { into: '/' })).toEqual(['/copy_of_a', '/copy2_of_a', '/copy3_of_a'])
    expect(await targets('/copy2_of_a', { into: '/' })).toEqual(['/copy4_of_a'])
    expect(await targets('/copy2_of_a')).toEqual(['/target/copy2_of_a'])
  })

  it('omit missing and hidden objects, also descendants', async () => {
    const { run, copy, targets, get } = await siteWithPages()
    await run('addContent', '/a', { as: 'max', input: { '@type': 'Document', id: 'secret', title: 'Secret' } })
    await run('editSharing', '/target', {
      as: 'max',
      input: { entries: [{ id: 'mia', type: 'user', roles: { Contributor: true } }] },
    })
    expect(await copy(['/none', '/a/secret', 'http://elsewhere.example/a', 'f'.repeat(32)], { as: 'mia' })).toEqual([])
    expect(await targets('/a', { as: 'mia' })).toEqual(['/target/a'])
    await expect(get('/target/a/secret')).rejects.toMatchObject({ code: 'not-found' })
    expect(await get('/target/a/b')).toMatchObject({ id: 'b' })
  })

  it('omit content that the caller may not read, and are owned by the caller', async () => {
    const { run, get } = await siteWithPages()
    await addPublished({ run }, '/', { '@type': 'Presenter', id: 'ada', title: 'Ada', email: 'ada@example.org' })
    await run('editSharing', '/target', {
      as: 'max',
      input: { entries: [{ id: 'mia', type: 'user', roles: { Contributor: true } }] },
    })
    await run('copyObjects', '/target', { as: 'mia', input: { source: '/ada' } })
    expect((await get('/target/ada')).email ?? null).toBe(null)
    await run('copyObjects', '/target', { as: 'max', input: { source: '/ada' } })
    expect((await get('/target/copy_of_ada')).email).toBe('ada@example.org')
  })

  it('are rejected without permission to add, and for types that the container does not allow', async () => {
    const { copy, run } = await siteWithPages()
    await expect(copy('/a', { as: 'rea' })).rejects.toMatchObject({ code: 'denied' })
    await expect(run('copyObjects', '/target', { input: { source: '/a' } })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await expect(copy('/')).rejects.toMatchObject({ code: 'forbidden' })
    await run('addContent', '/', { as: 'max', input: { '@type': 'SponsorsDB', id: 'sponsors', title: 'Sponsors' } })
    await expect(copy('/sponsors')).rejects.toMatchObject({ code: 'forbidden' })
    await run('addContent', '/', { as: 'max', input: { '@type': 'Link', id: 'link', title: 'Link', remoteUrl: '/a' } })
    await expect(copy('/a', { into: '/link' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it.each([undefined, null, '', [], 1, {}, [1], ['']])('are rejected for %j', async source => {
    const { run } = await siteWithPages()
    const input: JsonObject = source === undefined ? {} : { source }
    await expect(run('copyObjects', '/target', { as: 'max', input })).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('of polls have no votes', async () => {
    const { run, platform } = await siteWithPages()
    const options = ['Tea', 'Coffee'].map((description, option_id) => ({ option_id, description }))
    await run('addContent', '/', {
      as: 'max',
      input: { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', options },
    })
    await run('transitionContent', '/poll', { as: 'max', input: { transition: 'submit', body: {} } })
    await run('transitionContent', '/poll', { as: 'max', input: { transition: 'open', body: {} } })
    const vote = { body: { option_id: 0 }, token: () => null, admit: async () => {} }
    await run('castVote', '/poll', { as: 'mia', input: vote })
    await run('copyObjects', '/target', { as: 'max', input: { source: '/poll' } })
    const votes = async (path: string) => {
      const { lineage } = await platform.store.read(reader => reader.open(path))
      return platform.store.read(reader => reader.tally(lineage.at(-1)?.uid ?? ''))
    }
    expect((await votes('/poll')).voters).toBe(1)
    expect(await votes('/target/poll')).toMatchObject({ voters: 0, casts: 0 })
  })

  it('of a page into itself contain its earlier content', async () => {
    const { targets, get } = await siteWithPages()
    expect(await targets('/a', { into: '/a' })).toEqual(['/a/a'])
    expect(await get('/a/a/b/c')).toMatchObject({ id: 'c' })
    await expect(get('/a/a/a')).rejects.toMatchObject({ code: 'not-found' })
  })
})
