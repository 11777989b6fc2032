import { addPublished, createTestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'

async function siteWithPage() {
  const site = await createTestSite()
  await addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })
  const { run } = site
  const edit = (body: JsonObject, lockToken?: string) =>
    run('editContent', '/page', { as: 'max', input: { body, representation: false, lockToken } })
  const lock = (as: 'max' | 'edi' | 'sia', input: JsonObject = {}) => run('lockContent', '/page', { as, input })
  return { ...site, edit, lock }
}

const free = { locked: false, stealable: true }
const lockedByOther = {
  locked: true,
  stealable: true,
  creator: 'edi',
  creator_name: 'edi Test',
  creator_url: `${testBase}/author/edi`,
  created: '2027-01-01T00:00:00+00:00',
  time: Date.UTC(2027, 0, 1) / 1000,
  timeout: 600,
  name: 'plone.locking.stealable',
  token: expect.stringMatching(/^[0-9a-f]{32}$/),
}

describe('locks (docs/content-and-access.md, Locks)', () => {
  it('are acquired by any editor, shown with the object, and released by the holder', async () => {
    const { run, lock } = await siteWithPage()
    const before = (await run('getContent', '/page', { as: 'edi', input: contentInput })).content
    expect(before.lock).toEqual(free)
    expect(await lock('edi')).toEqual(lockedByOther)
    const { content } = await run('getContent', '/page', { as: 'edi', input: contentInput })
    expect(content).toEqual({ ...before, lock: lockedByOther })
    expect(await run('getLock', '/page', { as: 'edi', input: undefined })).toEqual(content.lock)
    expect(await run('unlockContent', '/page', { as: 'edi', input: {} })).toEqual(free)
    expect(await run('getLock', '/page', { input: undefined })).toEqual(free)
  })

  it('show their token only to the holder and to users who may modify the object', async () => {
    const { run, lock } = await siteWithPage()
    const { token, ...others } = await lock('edi')
    expect(await run('getLock', '/page', { input: undefined })).toEqual(others)
    expect(await run('getLock', '/page', { as: 'rea', input: undefined })).toEqual(others)
    expect(await run('getLock', '/page', { as: 'sia', input: undefined })).toEqual({ ...others, token })
  })

  it('remain with the holder if others request one, and are ended by others with force', async () => {
    const { run, lock } = await siteWithPage()
    const { token } = await lock('edi')
    expect(await lock('max', { timeout: 5 })).toMatchObject({ creator: 'edi', token, timeout: 600 })
    const unlock = (input: JsonObject) => run('unlockContent', '/page', { as: 'max', input })
    expect(await unlock({})).toMatchObject({ locked: true })
    expect(await unlock({ force: true })).toEqual(free)
    await lock('edi', { stealable: false })
    expect(await unlock({ force: true })).toMatchObject({ locked: true, stealable: false })
    expect(await run('getLock', '/page', { as: 'edi', input: undefined })).toMatchObject({ stealable: true })
  })

  it('expire, and are renewed by PATCH', async () => {
    const { run, lock, clock } = await siteWithPage()
    await lock('edi', { timeout: 60 })
    clock.now += 59_999
    expect(await run('refreshLock', '/page', { as: 'edi', input: {} })).toMatchObject({
      created: '2027-01-01T00:00:59+00:00',
      timeout: 60,
    })
    clock.now += 60_000
    expect(await run('getLock', '/page', { as: 'edi', input: undefined })).toEqual(free)
    expect(await run('refreshLock', '/page', { as: 'edi', input: {} })).toEqual(free)
    expect(await lock('max')).toMatchObject({ creator: 'max', timeout: 600 })
  })

  it.each([0, 1.5, -1, 86_401, '600', true])('reject a timeout of %j', async timeout => {
    const { lock } = await siteWithPage()
    await expect(lock('edi', { timeout })).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('require the permission to modify, and exist for pages only', async () => {
    const { run } = await siteWithPage()
    await expect(run('lockContent', '/page', { as: 'rea', input: {} })).rejects.toMatchObject({ code: 'unauthorized' })
    await run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Link', id: 'link', title: 'Link', remoteUrl: '/page' },
    })
    expect(await run('lockContent', '/link', { as: 'max', input: {} })).toEqual({})
    expect(await run('getLock', '/link', { as: 'max', input: undefined })).toEqual({})
    expect(await run('lockContent', '/', { as: 'max', input: {} })).toMatchObject({ locked: true })
  })

  it('admit changes only with their token, even by the holder', async () => {
    const { edit, lock } = await siteWithPage()
    const { token } = await lock('max')
    await expect(edit({ title: 'New' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(edit({ title: 'New' }, 'other')).rejects.toMatchObject({ code: 'forbidden' })
    await edit({ title: 'New' }, String(token))
  })

  it('of others prevent the deletion of an object, but not of its container', async () => {
    const { run, lock } = await siteWithPage()
    await lock('edi')
    const remove = (path: string, as: 'max' | 'edi') => run('deleteContent', path, { as, input: undefined })
    await expect(remove('/page', 'max')).rejects.toMatchObject({ code: 'locked' })
    await run('addContent', '/page', { as: 'max', input: { '@type': 'Document', id: 'in', title: 'In' } })
    await run('lockContent', '/page/in', { as: 'max', input: {} })
    await remove('/page', 'edi')
  })

  it('do not prevent transitions, sharing and additions', async () => {
    const { run, lock } = await siteWithPage()
    await lock('edi')
    await run('transitionContent', '/page', { as: 'max', input: { transition: 'retract', body: {} } })
    await run('editSharing', '/page', { as: 'max', input: { inherit: false } })
    await run('addContent', '/page', { as: 'max', input: { '@type': 'Document', title: 'In' } })
    await run('revertVersion', '/page', { as: 'max', input: { version: 0 } })
  })
})

const contentInput = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }

describe('a lock that is created between the decision about a change and its commit', () => {
  async function siteWithRace() {
    const store = memoryContentStore()
    const none = async (): Promise<unknown> => undefined
    let meanwhile = none
    const commit: typeof store.commit = async change => {
      const happens = meanwhile
      meanwhile = none
      await happens()
      return store.commit(change)
    }
    const { run } = await createTestSite({ store: { ...store, commit } })
    for (const id of ['page', 'target']) await addPublished({ run }, '/', { '@type': 'Document', id, title: id })
    const lock = () => run('lockContent', '/page', { as: 'edi', input: {} })
    const before = (happening: () => Promise<unknown>) => {
      meanwhile = happening
    }
    return { run, lock, before }
  }

  it('rejects an edit, a deletion and a relocation by others', async () => {
    const { run, lock, before } = await siteWithRace()
    const expectLocked = async (change: Promise<unknown>) => {
      await expect(change).rejects.toMatchObject({ code: expect.stringMatching(/^(forbidden|locked)$/) })
      await run('unlockContent', '/page', { as: 'edi', input: {} })
    }
    const body = { title: 'New' }
    before(lock)
    await expectLocked(run('editContent', '/page', { as: 'max', input: { body, representation: false } }))
    before(lock)
    await expectLocked(run('deleteContent', '/page', { as: 'max', input: undefined }))
    before(lock)
    await expectLocked(run('relocateObjects', '/target', { as: 'max', input: { source: '/page' } }))
    const { content } = await run('getContent', '/page', { input: contentInput })
    expect(content.title).toBe('page')
  })

  it('admits callers with its token, and a change that was decided before the lock ended', async () => {
    const { run, lock, before } = await siteWithRace()
    const { token } = await lock()
    const edit = (title: string, lockToken: unknown) =>
      run('editContent', '/page', {
        as: 'edi',
        input: { body: { title }, representation: false, lockToken: String(lockToken) },
      })
    before(() => run('refreshLock', '/page', { as: 'edi', input: {} }))
    await edit('Refreshed', token)
    before(() => run('unlockContent', '/page', { as: 'edi', input: {} }))
    await edit('Ended', token)
    const { content } = await run('getContent', '/page', { input: contentInput })
    expect(content.title).toBe('Ended')
  })
})
