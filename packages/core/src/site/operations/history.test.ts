import { createTestSite, type TestSite, type TestSiteOptions } from '@plenum/testkit'
import type { ContentReader } from '../../content/store/contentReader.js'
import { translator } from '../../foundation/messages.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'
import { memoryUserDirectory } from '../../memory/memoryUserDirectory.js'
import type { Platform } from '../run/environment.js'

function watched(store: Platform['store']): { readonly store: Platform['store']; readonly calls: string[] } {
  const calls: string[] = []
  const watch = (reader: ContentReader): ContentReader =>
    // The target inherits from the reader, because copying the reader into a plain object would read every method.
    new Proxy<ContentReader>(Object.create(reader), {
      get: (target, name, receiver) => {
        calls.push(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
  return { store: { ...store, read: task => store.read(reader => task(watch(reader))) }, calls }
}

const everything = { start: 0, size: null }
const edit = (body: object) => ({ body: body as Record<string, string>, representation: false })

async function begin(options: TestSiteOptions = {}): Promise<TestSite> {
  const test = await createTestSite(options)
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'First' } })
  return test
}

describe('the history of an object', () => {
  it('is read without the contents of versions, in three reads for any number of versions', async () => {
    const { store, calls } = watched(memoryContentStore())
    const { run } = await begin({ store })
    for (let i = 1; i <= 20; i++) await run('editContent', '/page', { as: 'max', input: edit({ title: `T ${i}` }) })
    calls.length = 0
    expect(await run('getHistory', '/page', { as: 'max', input: everything })).toHaveLength(22)
    expect(calls).toEqual(['open', 'records', 'versions'])
  })

  it('reads each user in the batch once', async () => {
    const users = memoryUserDirectory()
    const looked: string[] = []
    const user = (id: string) => {
      looked.push(id)
      return users.user(id)
    }
    const { run } = await begin({ users: { ...users, user } })
    for (const as of ['edi', 'max', 'edi', 'sia'] as const)
      await run('editContent', '/page', { as, input: edit({ title: `${as} ${looked.length}`, changeNote: as }) })
    looked.length = 0
    await run('getHistory', '/page', { as: 'max', input: everything })
    expect(looked.toSorted()).toEqual(['edi', 'max', 'sia'])
    looked.length = 0
    await run('getHistory', '/page', { as: 'max', input: { start: 0, size: 2 } })
    expect(looked.toSorted()).toEqual(['edi', 'sia'])
  })
})

describe('the offer to revert', () => {
  it('is made only to callers whose revert would be accepted', async () => {
    const { run } = await begin()
    await run('editContent', '/page', { as: 'max', input: edit({ title: 'Second' }) })
    await run('transitionContent', '/page', { as: 'max', input: { transition: 'publish', body: {} } })
    const offers = async (as: 'rex' | 'edi') =>
      (await run('getHistory', '/page', { as, input: everything }))
        .filter(entry => entry.type === 'versioning')
        .map(entry => entry.may_revert)
    const revert = (as: 'rex' | 'edi') =>
      run('revertVersion', '/page', { as, input: { version: 0 } }).then(
        () => 'done',
        ({ code }) => code,
      )
    expect([await offers('rex'), await revert('rex')]).toEqual([[false, false], 'unauthorized'])
    expect([await offers('edi'), await revert('edi')]).toEqual([[true, true], 'done'])
  })
})

describe('a revert', () => {
  const secret = {
    name: 'secret',
    fields: [
      { kind: 'line', name: 'budget', title: 'Budget', writePermission: 'Manage portal' },
      { kind: 'line', name: 'key', title: 'Key', hidden: true },
      { kind: 'line', name: 'salary', title: 'Salary', readPermission: 'Manage portal' },
    ],
  } as const
  const plan = {
    id: 'Plan',
    title: 'Plan',
    behaviors: ['plone.basic', 'plone.versioning', 'secret'],
    contains: null,
    addableAnywhere: true,
    addPermission: 'Add portal content',
    layout: 'view',
    lockable: false,
  } as const

  async function planned(): Promise<TestSite> {
    const test = await createTestSite({ extensions: { behaviors: [secret], types: [plan] } })
    const body = { '@type': 'Plan', id: 'plan', title: 'Plan', budget: '10', salary: '99' }
    await test.run('addContent', '/', { as: 'max', input: body })
    await test.run('editContent', '/plan', { as: 'max', input: edit({ title: 'New', budget: '20', salary: '77' }) })
    return test
  }
  const fieldsOf = async ({ platform }: TestSite) =>
    (await platform.store.read(reader => reader.open('/plan'))).lineage.at(-1)?.fields

  it('does not change values that the caller may not set', async () => {
    const test = await planned()
    await test.run('revertVersion', '/plan', { as: 'edi', input: { version: 0 } })
    expect(await fieldsOf(test)).toMatchObject({ title: 'Plan', budget: '20' })
    await test.run('revertVersion', '/plan', { as: 'max', input: { version: 0 } })
    expect(await fieldsOf(test)).toMatchObject({ title: 'Plan', budget: '10' })
  })

  it('does not change hidden values, which no user may edit', async () => {
    const test = await planned()
    const { store } = test.platform
    const node = await store.read(async reader => (await reader.open('/plan')).lineage.at(-1))
    if (!node) throw new Error('no plan')
    const entry = { holders: [], indexes: {}, titleWords: [], descriptionWords: [], words: [], columns: {} }
    await store.commit({ updates: [{ node: { ...node, fields: { ...node.fields, key: 'k' } }, entry }] })
    await test.run('revertVersion', '/plan', { as: 'max', input: { version: 0 } })
    expect(await fieldsOf(test)).toMatchObject({ title: 'Plan', key: 'k' })
  })

  it('removes a value that the version did not have', async () => {
    const test = await begin()
    await test.run('editContent', '/page', { as: 'max', input: edit({ nav_title: 'Short' }) })
    await test.run('revertVersion', '/page', { as: 'max', input: { version: 0 } })
    const { content } = await test.run('getContent', '/page', {
      as: 'max',
      input: { batch: { start: 0, size: 0 }, metadata: [], fullObjects: false, withItems: false },
    })
    expect(content).toMatchObject({ title: 'First', nav_title: null })
  })

  it('is reported in the language of the caller, including its comment', async () => {
    const { site, run } = await begin()
    const translate = translator({
      'version.reverted': '{title}: versión {version} restaurada.',
      'Reverted to revision {version}': 'Versión {version} restaurada',
    })
    const answer = await site.run('revertVersion', {
      path: '/page',
      caller: { kind: 'member', id: 'max', fullname: 'Max', roles: ['Manager'], groups: [] },
      base: 'http://site.example',
      translate,
      input: () => ({ version: 0 }),
    })
    expect(answer).toEqual({ message: 'First: versión 0 restaurada.' })
    const [newest] = await run('getHistory', '/page', { as: 'max', input: everything })
    expect(newest).toMatchObject({ version: 1, comments: 'Versión 0 restaurada' })
  })

  it('and a version do not reveal a field that the caller may not read', async () => {
    const { run } = await planned()
    const input = { batch: { start: 0, size: 0 }, metadata: [], fullObjects: false, withItems: false, version: '0' }
    expect((await run('getVersion', '/plan', { as: 'max', input })).content).toMatchObject({ salary: '99' })
    expect((await run('getVersion', '/plan', { as: 'edi', input })).content).not.toHaveProperty('salary')
  })
})
