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
  ] as const)('of %s', async (as, object, buttons, user) => {
    expect(await idsFor(as)).toMatchObject({ object, buttons, user })
  })

  it('have all their categories, and no buttons at the site root', async () => {
    const { all, buttons } = await idsFor('max', '/')
    expect(all).toEqual(['document_actions', 'object', 'object_buttons', 'portal_tabs', 'site_actions', 'user'])
    expect(buttons).toEqual([])
  })
})
