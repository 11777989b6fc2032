import { addPublished, createTestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject } from '../../../foundation/json.js'

async function idsFor(as: TestUser | undefined, path = '/page') {
  const site = await createTestSite()
  await addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })
  const input = { name: 'actions', parameters: {} } as const
  const answer = (await site.run('getComponent', path, { as, input })) as Readonly<
    Record<string, readonly JsonObject[]>
  >
  const of = (category: string) => (answer[category] ?? []).map(({ id }) => id)
  return { object: of('object'), buttons: of('object_buttons'), user: of('user'), all: Object.keys(answer) }
}

const member = ['preferences', 'dashboard', 'logout']

describe('actions (docs/content-and-access.md, Components, rule 8)', () => {
  it.each([
    [undefined, ['view'], ['copy'], ['login']],
    ['rea', ['view'], ['copy'], member],
    ['con', ['view', 'folderContents', 'history'], ['copy'], member],
    ['rex', ['view', 'folderContents', 'history', 'local_roles'], ['copy'], member],
    [
      'edi',
      ['view', 'edit', 'folderContents', 'history', 'local_roles'],
      ['cut', 'copy', 'delete', 'redirection'],
      member,
    ],
    [
      'max',
      ['view', 'edit', 'folderContents', 'history', 'local_roles'],
      ['cut', 'copy', 'delete', 'rename', 'redirection'],
      ['preferences', 'dashboard', 'plone_setup', 'logout'],
    ],
  ] as const)('are specific to the caller: %s', async (as, object, buttons, user) => {
    expect(await idsFor(as)).toMatchObject({ object, buttons, user })
  })

  it('omit editing while another user holds a lock, until it is released or expires', async () => {
    const { run, clock } = await createTestSite()
    for (const id of ['page', 'other']) await addPublished({ run }, '/', { '@type': 'Document', id, title: id })
    const mayEdit = async (as: TestUser, path = '/page') => {
      const answer = await run('getComponent', path, { as, input: { name: 'actions', parameters: {} } })
      const { object } = answer as Readonly<Record<string, readonly JsonObject[]>>
      return (object ?? []).some(({ id }) => id === 'edit')
    }
    const all = () => Promise.all([mayEdit('edi'), mayEdit('max'), mayEdit('max', '/other'), mayEdit('rea')])
    await run('lockContent', '/page', { as: 'edi', input: {} })
    expect(await all()).toEqual([true, false, true, false])
    await run('unlockContent', '/page', { as: 'edi', input: {} })
    expect(await all()).toEqual([true, true, true, false])
    await run('lockContent', '/page', { as: 'edi', input: { timeout: 60 } })
    clock.now += 59_999
    expect(await mayEdit('max')).toBe(false)
    clock.now += 1
    expect(await mayEdit('max')).toBe(true)
  })

  it('have all their categories, and no buttons at the site root', async () => {
    const { all, buttons } = await idsFor('max', '/')
    expect(all).toEqual(['document_actions', 'object', 'object_buttons', 'portal_tabs', 'site_actions', 'user'])
    expect(buttons).toEqual([])
  })
})
