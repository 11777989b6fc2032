import type { JsonObject } from '@plenum/core'
import type { FormControl } from '@plenum/core/answers'
import {
  createMailbox,
  createTestSite,
  formTokenIn,
  type Mailbox,
  pageBrowser,
  password,
  plainPages,
  readPlainPage,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

let test: TestSite
let app: ReturnType<typeof createApp>
let mailbox: Mailbox

beforeEach(async () => {
  mailbox = createMailbox()
  test = await createTestSite({ mailer: mailbox.mailer })
  app = createApp(test.site, { html: plainPages })
})

const base = 'http://site.example'

async function browserOf(user: TestUser) {
  const browser = pageBrowser(app)
  await browser.logIn(user)
  return browser
}

const user = (id: string) => test.run('getUser', '/', { as: 'max', input: { id } })
const group = (id: string) => test.run('getGroup', '/', { as: 'max', input: { id } })

/**
 * Returns the problems that the page with a rejected form reports: the problems in fields, by field name, and all other
 * problems.
 */
function problemsOn(html: string): JsonObject {
  const { answer } = readPlainPage(html) as unknown as { readonly answer: JsonObject }
  const sections = ['profile', 'password', 'sections'].flatMap(name => (answer[name] ?? []) as JsonObject[])
  const controls = sections.flatMap(({ controls: list }) => list as JsonObject[])
  const beside = controls.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [[String(name).replace('field.', ''), problem] as const],
  )
  const others = (answer.problems ?? answer.password_problems ?? []) as string[]
  return { ...Object.fromEntries(beside), ...(others.length > 0 ? { others } : {}) }
}

describe('the pages of users and groups (docs/people.md)', () => {
  it.each<[string, readonly TestUser[]]>([
    ['/@@users', ['max', 'sia']],
    ['/@@users/rea', ['max', 'sia', 'rea']],
    ['/@@invite', ['max', 'sia']],
    ['/@@groups', ['max', 'sia']],
    ['/@@groups/Reviewers', ['max', 'sia']],
    ['/@@add-group', ['max', 'sia']],
  ])('open %s for %s alone', async (path, allowed) => {
    for (const name of ['max', 'sia', 'rea', 'edi', 'rex'] as const) {
      const { status } = await (await browserOf(name)).open(path)
      expect([name, status]).toEqual([name, allowed.includes(name) ? 200 : 401])
    }
    expect((await pageBrowser(app).open(path)).status).toBe(401)
  })

  it('list users in batches, and find them', async () => {
    for (let i = 10; i < 70; i++)
      await test.run('addUser', '/', {
        as: 'max',
        input: { body: { username: `u${i}`, email: `u${i}@example.org`, fullname: `No ${i}`, password } },
      })
    const browser = await browserOf('sia')
    const listed = async (query: string) => {
      const { answer } = readPlainPage((await browser.open(`/@@users${query}`)).text)
      const { items, next } = answer as unknown as { readonly items: readonly JsonObject[]; readonly next: string }
      return { count: items.length, first: items[0]?.id, next }
    }
    const first = await listed('')
    expect(first).toMatchObject({ count: 50, next: 'u52' })
    expect(await listed(`?after=${first.next}`)).toEqual({ count: 17, first: 'u53', next: null })
    expect(await listed('?search=No%2042')).toEqual({ count: 1, first: 'u42', next: null })
    expect(await listed('?search=nobody')).toMatchObject({ count: 0, next: null })
  })
})

describe('the form of a profile', () => {
  it('changes the profile of the caller, but neither roles nor other users', async () => {
    const browser = await browserOf('rea')
    const fields = { user: 'rea', 'field.fullname': ' Rea Lee ', 'field.home_page': 'example.org/rea' }
    const { status, headers } = await browser.send('/@@users/rea', 'profile', fields)
    expect([status, headers.location]).toEqual([303, `${base}/@@users/rea`])
    expect(await user('rea')).toMatchObject({ home_page: 'https://example.org/rea' })
    expect((await user('rea')).fullname?.trim()).toBe('Rea Lee')
    const roles = await browser.send('/@@users/rea', 'profile', { user: 'rea', 'field.roles': ['', 'Manager'] })
    expect(roles.status).toBe(400)
    for (const id of ['edi', 'nobody', '']) {
      const other = await browser.send('/@@users/rea', 'profile', { user: id, 'field.fullname': 'Me' })
      expect([id, other.status]).toEqual([id, 401])
    }
    expect((await user('rea')).roles).toEqual(['Member', 'Reader'])
    expect((await user('edi')).fullname).not.toBe('Me')
  })

  it('appears again with the entered values, and with the reason beside the field', async () => {
    const browser = await browserOf('rea')
    const refused = async (fields: Record<string, string>) => {
      const { status, text } = await browser.send('/@@users/rea', 'profile', { user: 'rea', ...fields })
      return { status, problems: problemsOn(text), text }
    }
    const email = await refused({ 'field.email': 'nowhere' })
    expect(email).toMatchObject({ status: 400, problems: { email: expect.stringContaining('nowhere') } })
    expect(email.text).toContain('nowhere')
    expect(await refused({ 'field.email': '' })).toMatchObject({ status: 400, problems: { email: expect.any(String) } })
    expect(await refused({ 'field.home_page': 'javascript:alert(1)' })).toMatchObject({
      problems: { home_page: expect.any(String) },
    })
    expect(await user('rea')).toMatchObject({ home_page: null, email: 'rea@example.org' })
  })

  it('grants the roles that the sender may grant', async () => {
    const browser = await browserOf('sia')
    await browser.send('/@@users/rea', 'profile', { user: 'rea', 'field.roles': ['', 'Member', 'Editor'] })
    expect((await user('rea')).roles).toEqual(['Editor', 'Member'])
    const own = await browser.send('/@@users/sia', 'profile', {
      user: 'sia',
      'field.roles': ['', 'Site Administrator', 'Manager'],
    })
    expect(own.status).toBe(403)
    expect((await user('sia')).roles).not.toContain('Manager')
    const manager = await browser.send('/@@users/rea', 'profile', { user: 'max', 'field.email': 'a@b.example' })
    expect(manager.status).toBe(403)
    expect(await user('max')).toMatchObject({ email: 'max@example.org' })
  })

  it('does not take the role from the last Manager', async () => {
    const browser = await browserOf('max')
    const { status, text } = await browser.send('/@@users/max', 'profile', {
      user: 'max',
      'field.roles': ['', 'Member'],
    })
    expect([status, problemsOn(text)]).toEqual([403, { others: [expect.stringContaining('last Manager')] }])
  })
})

describe('the form for changing the password of the caller', () => {
  const chosen = 'Another-password-1'
  const send = (browser: Awaited<ReturnType<typeof browserOf>>, fields: Record<string, string>) =>
    browser.send('/@@users/rea', 'changePassword', {
      user: 'rea',
      'field.old_password': password,
      'field.password': chosen,
      'field.repeated': fields['field.password'] ?? chosen,
      ...fields,
    })

  it('changes the password, and ends all logins except that of the browser', async () => {
    const [browser, other] = [await browserOf('rea'), await browserOf('rea')]
    expect((await send(browser, {})).status).toBe(303)
    expect(readPlainPage((await browser.open('/@@users/rea')).text)).toMatchObject({ caller: { id: 'rea' } })
    expect((await other.open('/@@users/rea')).status).toBe(401)
    const fresh = pageBrowser(app)
    expect((await fresh.logIn('rea', password)).status).toBe(401)
    expect((await fresh.logIn('rea', chosen)).status).toBe(303)
  })

  it.each([
    ['a wrong password', { 'field.old_password': 'Wrong-password-1' }, 403, 'old_password'],
    ['no password', { 'field.old_password': '' }, 400, 'old_password'],
    ['a short new password', { 'field.password': 'Tiny-1' }, 400, 'password'],
    ['two different new passwords', { 'field.repeated': 'Different-password-1' }, 400, 'repeated'],
  ])('refuses %s beside its field, and never shows a password', async (_, fields, status, field) => {
    const answer = await send(await browserOf('rea'), fields as Record<string, string>)
    expect([answer.status, Object.keys(problemsOn(answer.text))]).toEqual([status, [field]])
    for (const secret of [password, chosen, ...Object.values(fields).filter(Boolean)])
      expect(answer.text).not.toContain(secret)
  })

  it('limits attempts to guess the current password', async () => {
    const browser = await browserOf('rea')
    for (let i = 0; i < 10; i++) await send(browser, { 'field.old_password': 'Wrong-password-1' })
    expect((await send(browser, {})).status).toBe(429)
  })

  it('changes no password of another user', async () => {
    const browser = await browserOf('max')
    expect((await send(browser, {})).status).toBe(403)
    expect((await pageBrowser(app).logIn('rea', password)).status).toBe(303)
  })
})

describe('the form that invites a person', () => {
  const fields = { 'field.fullname': 'Ada Lovelace', 'field.email': 'ada@example.org', 'field.username': 'ada' }

  it('adds a user with roles, who receives a link', async () => {
    const browser = await browserOf('max')
    const answer = await browser.send('/@@invite', 'invite', { ...fields, 'field.roles': ['', 'Member', 'Editor'] })
    expect([answer.status, answer.headers.location]).toEqual([303, `${base}/@@users/ada`])
    expect(await user('ada')).toMatchObject({ fullname: 'Ada Lovelace', roles: ['Editor', 'Member'] })
    expect((await mailbox.mails()).at(-1)?.text).toMatch(/passwordreset\/[0-9a-f]{64}/)
  })

  it('adds a Member if the sender may not grant roles', async () => {
    const browser = await browserOf('sia')
    expect((await browser.send('/@@invite', 'invite', { ...fields, 'field.roles': ['', 'Editor'] })).status).toBe(400)
    expect((await browser.send('/@@invite', 'invite', fields)).status).toBe(303)
    expect((await user('ada')).roles).toEqual(['Member'])
  })

  it('is refused beside its fields', async () => {
    const browser = await browserOf('max')
    const refused = async (more: Record<string, string>) => {
      const { status, text } = await browser.send('/@@invite', 'invite', { ...fields, ...more })
      return [status, Object.keys(problemsOn(text))]
    }
    expect(await refused({ 'field.username': 'rea' })).toEqual([400, ['username']])
    expect(await refused({ 'field.username': '../x' })).toEqual([400, ['username']])
    expect(await refused({ 'field.email': '', 'field.username': '' })).toEqual([400, ['email', 'username']])
  })

  it('states that the site cannot send email', async () => {
    test = await createTestSite()
    app = createApp(test.site, { html: plainPages })
    const { status, text } = await (await browserOf('max')).send('/@@invite', 'invite', fields)
    expect([status, problemsOn(text)]).toEqual([400, { others: [expect.stringMatching(/mail/)] }])
  })
})

describe('the forms that remove a user and change groups', () => {
  it('remove a user, whose content remains', async () => {
    const browser = await browserOf('sia')
    const { status, headers } = await browser.send('/@@users/con', 'removeUser', { user: 'con' })
    expect([status, headers.location]).toEqual([303, `${base}/@@users`])
    await expect(user('con')).rejects.toMatchObject({ code: 'not-found' })
    expect((await browser.send('/@@users', 'removeUser', { user: 'max' })).status).toBe(403)
    expect((await browser.send('/@@users', 'removeUser', { user: 'con' })).status).toBe(404)
    expect((await (await browserOf('edi')).send('/login', 'removeUser', { user: 'rea' })).status).toBe(401)
    expect(await user('rea')).toBeTruthy()
  })

  it('add, change and remove a group', async () => {
    const browser = await browserOf('sia')
    const added = await browser.send('/@@add-group', 'addGroup', {
      'field.groupname': 'The crew',
      'field.title': 'Crew',
      'field.roles': ['', 'Editor'],
    })
    expect([added.status, added.headers.location]).toEqual([303, `${base}/@@groups/The%20crew`])
    const from = '/@@groups/The%20crew'
    await browser.send(from, 'group', { group: 'The crew', 'field.description': 'At the venue' })
    expect(await group('The crew')).toMatchObject({ title: 'Crew', description: 'At the venue' })
    await browser.send(from, 'members', { group: 'The crew', member: ['rea', 'edi'] })
    await test.run('editGroup', '/', { as: 'max', input: { id: 'The crew', body: { users: { con: true } } } })
    await browser.send(from, 'members', { group: 'The crew', was: ['rea', 'edi'], member: 'edi' })
    expect((await group('The crew')).members.items).toEqual(['con', 'edi'])
    const listed = (query: string) => browser.open(from + query)
    const { answer } = readPlainPage((await listed('?search=re')).text)
    expect(answer).toMatchObject({
      members: [
        { id: 'rea', is_member: false },
        { id: 'rex', is_member: false },
      ],
    })
    expect((await browser.send(from, 'removeGroup', { group: 'The crew' })).status).toBe(303)
    await expect(group('The crew')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('refuse what only Managers may do, unknown users and stock groups', async () => {
    const browser = await browserOf('sia')
    const status = async (action: string, fields: Record<string, string | string[]>) =>
      (await browser.send('/@@groups', action, fields)).status
    expect(await status('members', { group: 'Administrators', member: 'sia' })).toBe(403)
    expect(await status('group', { group: 'Reviewers', 'field.roles': ['', 'Manager'] })).toBe(403)
    expect(await status('addGroup', { 'field.groupname': 'x', 'field.roles': ['', 'Manager'] })).toBe(403)
    expect(await status('members', { group: 'Reviewers', member: 'nobody' })).toBe(400)
    expect(await status('members', { group: 'none', member: 'sia' })).toBe(404)
    expect(await status('removeGroup', { group: 'Reviewers' })).toBe(400)
    expect((await user('sia')).roles).not.toContain('Manager')
  })

  it('are refused with a wrong token, and from another site', async () => {
    const browser = await browserOf('max')
    for (const [action, fields] of [
      ['profile', { user: 'rea', 'field.fullname': 'X' }],
      ['changePassword', { user: 'max' }],
      ['invite', { 'field.email': 'x@example.org', 'field.username': 'xx' }],
      ['removeUser', { user: 'rea' }],
      ['addGroup', { 'field.groupname': 'x' }],
      ['group', { group: 'Reviewers', 'field.title': 'X' }],
      ['members', { group: 'Administrators', member: 'rea' }],
      ['removeGroup', { group: 'x' }],
    ] as const) {
      const wrong = await browser.send('/@@users', action, { ...fields, token: 'x'.repeat(43) })
      const foreign = await browser.send('/@@users', action, fields, { Origin: 'https://evil.example' })
      expect([action, wrong.status, foreign.status]).toEqual([action, 403, 403])
    }
    expect(await user('rea')).toMatchObject({ roles: ['Member', 'Reader'] })
  })
})

describe('the portrait in the form of a profile', () => {
  /** The first bytes of a PNG image of 1000 by 500 pixels. */
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000001f408020000', 'hex')

  interface Sent {
    readonly type?: string
    readonly email?: string
  }

  async function upload(
    browser: Awaited<ReturnType<typeof browserOf>>,
    bytes: Buffer,
    { type = 'image/png', email = 'rea@example.org' }: Sent = {},
  ) {
    const token = formTokenIn((await browser.open('/@@users/rea')).text)
    return request(app)
      .post('/@@do/profile')
      .set({
        Host: 'site.example',
        Origin: base,
        Cookie: [...browser.cookies].map(pair => pair.join('=')).join('; '),
      })
      .field('token', token)
      .field('user', 'rea')
      .field('field.email', email)
      .attach('field.portrait', bytes, { filename: 'me.png', contentType: type })
  }

  it('is stored, replaced and removed', async () => {
    const browser = await browserOf('rea')
    expect((await upload(browser, png)).status).toBe(303)
    expect((await user('rea')).portrait).toBe(`${base}/@portrait/rea`)
    expect((await request(app).get('/@portrait/rea')).headers['content-type']).toBe('image/png')
    await browser.send('/@@users/rea', 'profile', { user: 'rea', 'field.portrait': ['', 'remove'] })
    expect((await user('rea')).portrait).toBeNull()
  })

  it('is stored while another field is invalid, also for a user who may not add content', async () => {
    const browser = await browserOf('rea')
    const { status, text } = await upload(browser, png, { email: 'nowhere' })
    const { answer } = readPlainPage(text) as unknown as { answer: { profile: { controls: FormControl[] }[] } }
    const control = answer.profile.flatMap(({ controls }) => controls).find(({ name }) => name === 'field.portrait')
    expect([status, control]).toMatchObject([400, { upload: 'me.png', pending: { size: png.length } }])
    const id = control?.kind === 'image' ? control.pending?.id : undefined
    const saved = await browser.send('/@@users/rea', 'profile', {
      user: 'rea',
      'field.portrait': ['', `pending-${id}`],
    })
    expect(saved.status).toBe(303)
    expect((await user('rea')).portrait).toBe(`${base}/@portrait/rea`)
    expect(await test.platform.pendingUploads?.find(`${id}`, { owner: 'rea', now: test.clock.now })).toBeNull()
  })

  it('is stored only once for such a user, and only up to the maximum size of a portrait', async () => {
    const browser = await browserOf('rea')
    const ids = []
    for (const bytes of [png, png, Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])]) {
      const { text } = await upload(browser, bytes, { email: 'nowhere' })
      ids.push(/"pending":\{"id":"(\w+)"/.exec(JSON.stringify(readPlainPage(text)))?.[1])
    }
    const stored = ids.map(id => id && test.platform.pendingUploads?.find(id, { owner: 'rea', now: test.clock.now }))
    expect(await Promise.all(stored)).toEqual([null, expect.objectContaining({ filename: 'me.png' }), undefined])
    const other = await upload(browser, png)
    expect(other.status).toBe(303)
  })

  it.each([
    ['a file that is no image', Buffer.from('<svg onload="alert(1)">'), 'image/svg+xml'],
    // The image header declares 60,000 by 60,000 pixels.
    ['an image with too many pixels', Buffer.from(png).fill('0000ea600000ea60', 16, 24, 'hex'), 'image/png'],
    ['an image that is too large', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 'image/png'],
  ])('is refused beside its field: %s', async (_, bytes, type) => {
    const browser = await browserOf('rea')
    const { status, text } = await upload(browser, bytes, { type })
    expect([status, Object.keys(problemsOn(text))]).toEqual([400, ['portrait']])
    expect((await user('rea')).portrait).toBeNull()
  })
})
