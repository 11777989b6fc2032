import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const caller = { id: 'max', fullname: 'Max', roles: ['Manager'] }
const base = 'http://site.example'
const hostile = '"><script>alert(1)</script>'

const user = (more: JsonObject = {}): JsonObject => ({
  id: 'ada',
  fullname: 'Ada Lovelace',
  email: 'ada@example.org',
  portrait: null,
  roles: ['Editor', 'Member'],
  groups: { items: [{ id: 'crew', title: 'Crew' }] },
  ...more,
})
const line = {
  kind: 'line',
  name: 'field.fullname',
  title: 'Full name',
  description: '',
  required: false,
  value: 'Ada',
}
const sections = [{ id: 'default', title: 'Default', description: '', controls: [line] }]

const render = (view: string, answer: JsonObject, parts: object = {}) =>
  htmlOf(pageForTests({ view, answer, caller, ...parts } as never))

describe('the list of users', () => {
  const list = (items: readonly JsonObject[], more: JsonObject = {}) =>
    render('users', { items, search: '', next: null, may_add: true, ...more })

  it('names users, with initials in place of a missing portrait, and their roles', async () => {
    const html = await list([user()])
    expect(html).toContain('<span class="face" aria-hidden="true">AL</span>')
    expect(html).toContain(`<a href="${base}/@@users/ada">Ada Lovelace</a>`)
    expect(html).toContain('<span class="person-roles">Editor</span>')
  })

  it.each([
    ['Ada King Lovelace', 'AL'],
    ['Plato', 'P'],
    [' élodie  de la tour ', 'ÉT'],
    ['', 'A'],
  ])('shows the initials of the first and last name, or of the user name: %j', async (fullname, initials) => {
    expect(await list([user({ fullname })])).toContain(`<span class="face" aria-hidden="true">${initials}</span>`)
  })

  it('loads portraits of this site only, and escapes names', async () => {
    expect(await list([user({ portrait: `${base}/@portrait/ada` })])).toContain(`src="${base}/@portrait/ada"`)
    const html = await list([user({ portrait: 'https://evil.example/x.png', fullname: hostile, id: hostile })])
    expect(html).not.toContain('evil.example')
    expect(html).not.toContain('<script>alert')
  })

  it('offers further batches, and invitations to those who may add users', async () => {
    const html = await list([user()], { next: 'ada', search: 'a b' })
    expect(html).toContain('?search=a+b&amp;after=ada')
    expect(html).toContain(`${base}/@@invite`)
    expect(await list([], { may_add: false, search: 'zzz' })).not.toContain('@@invite')
  })
})

describe('the page of a user', () => {
  const page = (more: JsonObject) =>
    render('user', {
      '@id': `${base}/@@users/ada`,
      user: user(),
      is_own: false,
      may_remove: false,
      profile: [],
      password: [],
      ...more,
    })
  const actionsOn = async (more: JsonObject) =>
    [...(await page(more)).matchAll(/@@do\/(\w+)/g)].map(([, action]) => action).filter(name => name !== 'logout')

  it('contains the forms that the caller may send', async () => {
    expect(await actionsOn({})).toEqual([])
    expect(await actionsOn({ is_own: true, profile: sections, password: sections })).toEqual([
      'profile',
      'changePassword',
    ])
    expect(await actionsOn({ profile: sections, may_remove: true })).toEqual(['profile', 'forgot', 'removeUser'])
  })

  it('announces the problems of a refused form', async () => {
    const refused = [{ ...sections[0], controls: [{ ...line, problem: 'Too long' }] }]
    const html = await page({ profile: refused, problems: ['Not now'] })
    expect(html).toContain('role="alert"')
    expect(html).toContain('Not now')
    expect(html).toContain('aria-invalid="true"')
  })
})

describe('the page of a group', () => {
  const group = { id: 'crew', title: 'Crew', roles: ['Editor', 'Authenticated'] }
  const member = (isMember: boolean) => ({ id: 'ada', title: hostile, email: 'ada@example.org', is_member: isMember })
  const page = (more: JsonObject) =>
    render('group', {
      '@id': `${base}/@@groups/crew`,
      group,
      sections,
      search: '',
      members: [],
      next: null,
      may_change: true,
      may_remove: true,
      ...more,
    })

  it('lists members as checked checkboxes', async () => {
    const html = await page({ members: [member(true)] })
    expect(html).toContain('name="was" value="ada"')
    expect(html).toMatch(/name="member" value="ada" checked/)
    expect(html).not.toContain('<script>alert')
    expect(await page({ members: [member(false)] })).not.toContain('name="was"')
  })

  it('contains no form for a group that the caller cannot change', async () => {
    const html = await page({ may_change: false, may_remove: false })
    expect(html).not.toMatch(/@@do\/(?:group|members|removeGroup)/)
  })
})
