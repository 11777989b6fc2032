import { createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { ChangeItem } from '../../answers/changes.js'
import type { JsonObject } from '../../foundation/json.js'
import { memoryStore } from '../../memory/memoryStore.js'

interface ChangesSite extends TestSite {
  changes(as?: TestUser, since?: string): Promise<readonly ChangeItem[]>
  latest(as?: TestUser): Promise<readonly ChangeItem[]>
  add(path: string, title: string): Promise<unknown>
}

async function changesSite(): Promise<ChangesSite> {
  const { content, users, whole } = memoryStore()
  const at = await createTestSite({ store: content, users, whole })
  const read = (as: TestUser | undefined, since: string | undefined) =>
    at.run('listChanges', '/', { ...(as ? { as } : {}), input: { since } })
  const { next: start } = await read('max', undefined)
  const add = (path: string, title: string) =>
    at.run('addContent', path, { as: 'max', input: { '@type': 'Document', id: title, title } })
  return {
    ...at,
    changes: async (as, since) => (await read(as, since)).items,
    latest: async as => (await read(as, start)).items,
    add,
  }
}

const publish = ({ run }: TestSite, path: string, body: JsonObject = {}) =>
  run('transitionContent', path, { as: 'max', input: { transition: 'publish', body } })

const brief = (items: readonly ChangeItem[]) => items.map(item => `${item.kind} ${item['@id']?.slice(19) ?? ''}`.trim())

describe('GET /@changes (docs/change-feed.md)', () => {
  it('shows an event as a Manager sees it, and as a visitor does', async () => {
    const at = await changesSite()
    await at.add('/', 'a')
    await publish(at, '/a')
    const common = {
      '@id': 'http://site.example/a',
      '@type': 'Document',
      UID: expect.any(String),
      time: '2027-01-01T00:00:00+00:00',
    }
    const transition = {
      workflow: 'simple_publication_workflow',
      transition: 'publish',
      from: 'private',
      to: 'published',
    }
    expect(await at.latest('max')).toEqual([
      { kind: 'added', ...common, revision: 1, actor: 'max', path: '/a' },
      { kind: 'transition', ...common, ...transition, revision: 2, actor: 'max', path: '/a' },
    ])
    expect(await at.latest()).toEqual([
      { kind: 'added', ...common, revision: 1 },
      { kind: 'changed', ...common, revision: 2 },
    ])
  })

  it('hides the objects that the caller may not view now', async () => {
    const at = await changesSite()
    await at.add('/', 'a')
    await publish(at, '/a')
    expect(brief(await at.latest('mia'))).toEqual(['added /a', 'changed /a'])
    await at.run('transitionContent', '/a', { as: 'max', input: { transition: 'retract', body: {} } })
    expect(await at.latest('mia')).toEqual([])
    expect(brief(await at.latest('max'))).toEqual(['added /a', 'transition /a', 'transition /a'])
  })

  it('shows a deleted object only to callers who could view it when it was deleted, without its title', async () => {
    const at = await changesSite()
    await at.add('/', 'a')
    await at.add('/a', 'hidden')
    await at.run('transitionContent', '/a', { as: 'max', input: { transition: 'publish', body: {} } })
    await at.run('deleteContent', '/a', { as: 'max', input: undefined })
    expect(brief(await at.latest())).toEqual(['deleted /a'])
    expect(brief(await at.latest('rea'))).toEqual(['deleted /a', 'deleted /a/hidden'])
    expect(JSON.stringify(await at.latest('rea'))).not.toContain('title')
    expect(brief(await at.latest('max'))).toContain('deleted /a/hidden')
  })

  it('shows one event for each object of a moved subtree, and the old address to former viewers only', async () => {
    const at = await changesSite()
    await at.add('/', 'a')
    await at.add('/a', 'b')
    await publish(at, '/a')
    await at.add('/', 'c')
    await at.run('relocateObjects', '/c', { as: 'max', input: { source: ['/a'] } })
    await publish(at, '/c', { include_children: true })
    const moved = (await at.latest()).filter(({ kind }) => kind === 'moved')
    expect(moved.map(item => [item['@id'], item.old_url])).toEqual([
      ['http://site.example/c/a', 'http://site.example/a'],
      ['http://site.example/c/a/b', undefined],
    ])
  })

  it('has one event for each object that a transition with children moves', async () => {
    const at = await changesSite()
    await at.add('/', 'a')
    await at.add('/a', 'b')
    await at.add('/a', 'c')
    await publish(at, '/a/c')
    await publish(at, '/a', { include_children: true })
    expect(brief(await at.latest('max')).slice(3)).toEqual(['transition /a/c', 'transition /a', 'transition /a/b'])
  })

  it('shows administrative events only to Managers, with their details', async () => {
    const at = await changesSite()
    await at.add('/', 'a')
    const entries = [{ id: 'mia', type: 'user', roles: { Reader: true } }]
    await at.run('editSharing', '/a', { as: 'max', input: { entries } })
    await at.run('editControlPanel', '/', { as: 'max', input: { name: 'site', body: { site_title: 'Other' } } })
    await at.run('setTypeWorkflows', '/', { as: 'max', input: { type: 'Document', workflows: ['intranet_workflow'] } })
    await at.run('editUser', '/', {
      as: 'max',
      input: { id: 'mia', body: { roles: { Editor: true }, password: 'Another-secret-9' } },
    })
    await at.run('addGroup', '/', { as: 'max', input: { groupname: 'team', users: ['rea'] } })
    await at.run('removeUser', '/', { as: 'max', input: { id: 'con' } })
    const details = (await at.latest('max')).slice(1).map(item => [item.kind, item.details])
    expect(details).toEqual([
      ['sharing', { local_roles: { 'user:mia': { from: null, to: ['Reader'] } } }],
      ['settings', { panel: 'site', changes: { site_title: { from: 'Site', to: 'Other' } } }],
      [
        'types',
        {
          type: 'Document',
          changes: { workflows: { from: ['simple_publication_workflow'], to: ['intranet_workflow'] } },
        },
      ],
      [
        'people',
        {
          user: 'mia',
          action: 'changed',
          changes: { roles: { from: ['Member'], to: ['Member', 'Editor'] }, password: true },
        },
      ],
      ['people', expect.objectContaining({ user: 'rea', changes: { groups: { from: [], to: ['team'] } } })],
      ['people', expect.objectContaining({ group: 'team', action: 'added' })],
      ['people', { user: 'con', action: 'removed' }],
    ])
    for (const as of ['mia', 'sia', undefined] as const)
      expect((await at.latest(as)).filter(item => item.actor !== undefined || item.details || item.path)).toEqual([])
    expect(brief(await at.latest('sia'))).toEqual(['added /a'])
    expect(JSON.stringify(await at.changes('max'))).not.toMatch(/secret|password"?:"/i)
  })

  it('continues after a cursor, without repetition, and examines at most 1,000 events at a time', async () => {
    const at = await changesSite()
    const event = { actor: null, time: 0, kind: 'settings', object: null } as const
    const events = Array.from({ length: 1500 }, (_, number) => ({ ...event, details: { number } }))
    const { next: since } = await at.run('listChanges', '/', { as: 'max', input: {} })
    await at.platform.store.commit({ events })
    const first = await at.run('listChanges', '/', { as: 'max', input: { since } })
    const second = await at.run('listChanges', '/', { as: 'max', input: { since: first.next } })
    const third = await at.run('listChanges', '/', { as: 'max', input: { since: second.next } })
    expect([first.items.length, second.items.length, third.items.length]).toEqual([1000, 500, 0])
    expect([first.more, second.more, third.more]).toEqual([true, false, false])
    expect(third.next).toBe(second.next)
    expect(second.items[0]?.details).toEqual({ number: 1000 })
    const visitor = await at.run('listChanges', '/', { input: { since } })
    expect([visitor.items.length, visitor.more, visitor.next]).toEqual([0, true, first.next])
  })

  it.each(['', 'x', '1', '-1-aaaaaaaaaaaaaaaaaaaaaa', '1e3-aaaaaaaaaaaaaaaaaaaaaa', '01-aaaaaaaaaaaaaaaaaaaaaa'])(
    'refuses %j, which is not a cursor',
    async since => {
      const at = await changesSite()
      await expect(at.changes('max', since)).rejects.toMatchObject({ code: 'bad-request' })
    },
  )

  it('answers an expired cursor with the cursor to restart from', async () => {
    const at = await changesSite()
    const { next: since } = await at.run('listChanges', '/', { as: 'max', input: {} })
    await at.add('/', 'a')
    await at.add('/', 'b')
    await at.platform.store.trimEvents({ before: 0, count: 1 }, 1000)
    const error = await at.changes('max', since).catch((problem: unknown) => problem)
    expect(error).toMatchObject({ code: 'changes-expired', details: { restart: expect.any(String) } })
    const { restart } = (error as { details: { restart: string } }).details
    expect(await at.changes('max', restart)).toEqual([])
    await at.add('/', 'c')
    expect(brief(await at.changes('max', restart))).toEqual(['added /c'])
    expect(brief(await at.changes('max'))).toEqual(['added /b', 'added /c'])
  })

  it('expires the cursors of another site, and of the site from which a copy was restored', async () => {
    const at = await changesSite()
    const other = await createTestSite({ seed: 'other', ...parts(memoryStore()) })
    await at.add('/', 'a')
    const { next: since } = await at.run('listChanges', '/', { as: 'max', input: {} })
    const expired = { code: 'changes-expired' }
    await expect(other.run('listChanges', '/', { as: 'max', input: { since } })).rejects.toMatchObject(expired)
    const [source, target] = [at, await emptySite()]
    await source.site.backup(({ parts: copied }) => target.site.restore(copied))
    await expect(target.run('listChanges', '/', { as: 'max', input: { since } })).rejects.toMatchObject(expired)
    expect((await target.run('listChanges', '/', { as: 'max', input: {} })).items).toEqual([])
  })

  it('is refused to callers who may not view the site root', async () => {
    const at = await changesSite()
    await expect(at.run('listChanges', '/missing', { input: {} })).rejects.toMatchObject({ code: 'not-found' })
  })
})

const parts = ({ content, users, whole }: ReturnType<typeof memoryStore>) => ({ store: content, users, whole })

async function emptySite(): Promise<TestSite> {
  const stores = memoryStore()
  const blank = await createTestSite(parts(memoryStore()))
  const { createSite } = await import('../createSite.js')
  const site = createSite({ ...blank.platform, ...parts(stores) })
  const run: TestSite['run'] = (name, path, { as, input }) =>
    site.run(name, {
      path,
      caller: as ? { kind: 'member', id: as, fullname: '', roles: ['Manager'], groups: [] } : { kind: 'anonymous' },
      base: '',
      translate: ({ id }) => id,
      input: () => input,
    })
  return { ...blank, site, run }
}
