import { addPublished, createTestSite, pageBrowser, plainPages, type TestSite, type TestUser } from '@plenum/testkit'
import { createApp } from './createApp.js'

let test: TestSite
let app: ReturnType<typeof createApp>

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
  await addPublished(test, '/', { '@type': 'Document', id: 'a', title: 'A' })
  await addPublished(test, '/a', { '@type': 'Document', id: 'b', title: 'B' })
})

async function browserOf(user: TestUser) {
  const browser = pageBrowser(app)
  await browser.logIn(user)
  return browser
}

const rolesOf = async (path: string, id: string) => {
  const { entries, inherit } = await test.run('getSharing', path, { as: 'max', input: { search: id } })
  return { inherit, roles: entries.find(entry => entry.id === id)?.roles }
}

describe('the form of local roles (docs/pages.md, Forms)', () => {
  it('grants and revokes only the roles that have changed', async () => {
    const browser = await browserOf('max')
    const first = await browser.send('/a/@sharing', 'share', { grant: ['user:mia:Editor', 'user:rea:Reader'] })
    expect([first.status, first.headers.location]).toEqual([303, 'http://site.example/a/@sharing'])
    const meanwhile = { entries: [{ id: 'con', type: 'user', roles: { Reviewer: true } }] }
    await test.run('editSharing', '/a', { as: 'max', input: meanwhile })
    await browser.send('/a/@sharing', 'share', {
      was: ['user:mia:Editor', 'user:rea:Reader'],
      grant: ['user:mia:Contributor', 'user:rea:Reader'],
      inherited: 'true',
      inherit: 'on',
    })
    expect(await rolesOf('/a', 'mia')).toMatchObject({ inherit: true, roles: { Editor: false, Contributor: true } })
    expect(await rolesOf('/a', 'rea')).toMatchObject({ roles: { Reader: 'global' } })
    expect(await rolesOf('/a', 'con')).toMatchObject({ roles: { Reviewer: true } })
  })

  it('preserves a role on the object that a container also grants', async () => {
    const entries = [{ id: 'mia', type: 'user', roles: { Editor: true } }]
    for (const path of ['/a', '/a/b']) await test.run('editSharing', path, { as: 'max', input: { entries } })
    const browser = await browserOf('max')
    const grants = { other: 'user:mia:Editor', grant: 'user:mia:Reader', inherited: 'true', inherit: 'on' }
    await browser.send('/a/b/@sharing', 'share', grants)
    await test.run('editSharing', '/a', { as: 'max', input: { entries: [{ ...entries[0], roles: {} }] } })
    expect(await rolesOf('/a/b', 'mia')).toMatchObject({ roles: { Editor: true, Reader: true } })
  })

  it('stops and resumes the inheritance of roles', async () => {
    const browser = await browserOf('max')
    await browser.send('/a/b/@sharing', 'share', { inherited: 'true' })
    expect((await rolesOf('/a/b', 'mia')).inherit).toBe(false)
    await browser.send('/a/b/@sharing', 'share', { inherited: 'false', inherit: 'on' })
    expect((await rolesOf('/a/b', 'mia')).inherit).toBe(true)
  })

  it('grants nothing that the sender may not delegate, and ignores malformed grants', async () => {
    const browser = await browserOf('max')
    const grant = ['user:mia:Manager', 'user:mia:Owner', 'mia:Editor', 'robot:mia:Editor', '', 'user:mia:']
    expect((await browser.send('/a/@sharing', 'share', { grant, inherit: 'on', inherited: 'true' })).status).toBe(303)
    expect((await rolesOf('/a', 'mia')).roles).toEqual({
      Contributor: false,
      Editor: false,
      Reader: false,
      Reviewer: false,
    })
  })

  it.each(['mia', 'con'] as const)('is refused to %s, who may not share', async user => {
    const browser = await browserOf(user)
    const { status } = await browser.send('/a', 'share', { grant: `user:${user}:Editor` })
    expect(status).toBe(403)
    expect((await rolesOf('/a', user)).roles).toMatchObject({ Editor: false })
  })

  it('is refused with a wrong token, or from another site', async () => {
    const browser = await browserOf('max')
    const fields = { grant: 'user:mia:Editor' }
    const answers = [
      await browser.send('/a/@sharing', 'share', { ...fields, token: 'x'.repeat(43) }),
      await browser.send('/a/@sharing', 'share', fields, { Origin: 'https://other.example' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    expect((await rolesOf('/a', 'mia')).roles).toMatchObject({ Editor: false })
  })
})
