import { createSite } from '@plenum/core'
import { addPublished, createMailbox, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import fc from 'fast-check'
import request from 'supertest'
import { createApp } from './createApp.js'

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite({ mailer: mailbox.mailer })
  app = createApp(test.site)
  for (const id of ['a', 'b']) await addPublished(test, '/', { '@type': 'Document', id, title: id })
})

const mailbox = createMailbox()

function send(method: 'get' | 'post' | 'patch', path: string, as: TestUser | null = 'max') {
  const sent = request(app)[method](path).set('Host', 'site.example')
  return as ? sent.auth(as, password) : sent
}

const upload = (path: string, csv: string | Buffer, as?: TestUser | null) =>
  send('post', path, as).attach('file', Buffer.from(csv as string), {
    filename: 'x.csv',
    contentType: 'text/csv',
  })

const download = async (path: string, as?: TestUser) =>
  (await send('get', path, as).set('Accept', 'text/csv').expect(200).expect('Content-Type', 'text/csv; charset=utf-8'))
    .text

const problemsOf = ({ body }: request.Response): readonly [number, string, string][] =>
  body.csv_errors.map(({ line_number, line, message }: { line_number: number; line: string; message: string }) => [
    line_number,
    line,
    message,
  ])

const aliases = async (): Promise<unknown[]> => (await send('get', '/@aliases').expect(200)).body.items

describe('POST /@aliases with a CSV file (docs/http-answers.md, CSV)', () => {
  const file =
    'old path,new path,datetime,manual\r\n/old,/a,2022/01/01 10:30:00 GMT+1,True\r\n/away,https://example.org/x,,False\r\n'

  it('adds its aliases, as a form or as the body', async () => {
    await upload('/@aliases', file).expect(204)
    expect(await aliases()).toEqual([
      { path: '/away', 'redirect-to': 'https://example.org/x', datetime: '2027-01-01T00:00:00+00:00', manual: false },
      { path: '/old', 'redirect-to': '/a', datetime: '2022-01-01T09:30:00+00:00', manual: true },
    ])
    await send('post', '/@aliases').type('text/csv').send('/more,/b\n').expect(204)
    expect((await send('get', '/more').redirects(0)).headers.location).toBe('http://site.example/b')
  })

  it.each([
    ['a byte order mark', '\ufeffold path,new path\n/old,/a\n'],
    ['semicolons', 'alt;neu\r\n/old;/a\r\n'],
    ['tabs', '/old\t/a'],
    ['quotation marks, blanks and empty lines', '\n"/old" , "/a"\n\n'.replace(' , ', ',')],
    ['full addresses', 'http://site.example/old,http://site.example/a'],
    ['an ISO date', '/old,/a,2022-01-01T10:30:00+01:00'],
    ['a date without a time', '/old,/a,2022/01/01'],
  ])('may have %s', async (_, csv) => {
    await upload('/@aliases', csv).expect(204)
    expect(await aliases()).toMatchObject([{ path: '/old', 'redirect-to': '/a' }])
  })

  it('reports every invalid row, and then adds nothing', async () => {
    await upload('/@aliases', '/taken,/b').expect(204)
    const csv = 'old path,new path,datetime,manual\n/ok,/a\n/login,/a\nold,/a\n/x,/a,soon\n/y,/a,,maybe\n'
    const answer = await upload('/@aliases', csv).expect(400)
    expect(problemsOf(answer).map(([line, text]) => [line, text])).toEqual([
      [3, '/login,/a'],
      [4, 'old,/a'],
      [5, '/x,/a'],
      [6, '/y,/a'],
    ])
    expect(answer.body).toMatchObject({
      type: 'BadRequest',
      message: expect.stringMatching(/^Line 3 cannot.* 4\. Nothing/),
    })
    const missing = await upload('/@aliases', '/ok,/a\n/x,/none\n/y\n/a,/b\n/taken,/a\n/twice,/a\n/twice,/b\n')
    expect(problemsOf(missing).map(([line, , text]) => [line, text.slice(0, 26)])).toEqual([
      [2, 'There is no content at /no'],
      [3, 'Each alias needs a target '],
      [4, 'The path /a is already in '],
      [5, 'The path /taken is already'],
      [7, 'The path /twice is already'],
    ])
    expect(await aliases()).toHaveLength(1)
  })

  it('accepts an export of the same site', async () => {
    await upload('/@aliases', file).expect(204)
    await upload('/@aliases', await download('/@aliases')).expect(204)
    expect(await aliases()).toHaveLength(2)
  })

  it('accepts 10,000 rows', async () => {
    const rows = Array.from({ length: 10_001 }, (_, i) => `/old/${i},/a\n`)
    const tooMany = await upload('/@aliases', rows.join('')).expect(400)
    expect(tooMany.body.message).toContain('10000')
    await upload('/@aliases', rows.slice(1).join('')).expect(204)
    expect((await download('/@aliases')).split('\r\n')).toHaveLength(10_002)
  }, 60_000)

  it.each([
    ['is not UTF-8', Buffer.from('/old,/\xfc', 'latin1'), /UTF-8/],
    ['leaves a quotation mark open', '/old,"/a\n', /valid CSV: line/],
    ['has a quotation mark in a text', '/old,/a\n/o"ld,/a', /line 2/],
  ])('is 400 if it %s', async (_, csv, text) => {
    expect((await upload('/@aliases', csv).expect(400)).body.message).toMatch(text)
  })

  it('is 400 without exactly one file', async () => {
    const form = () => send('post', '/@aliases')
    const answers = [
      await form().field('file', '/old,/a'),
      await form().attach('other', Buffer.from('/old,/a'), 'x.csv'),
      await form().attach('file', Buffer.from('/a,/b'), 'x.csv').attach('file', Buffer.from('/a,/b'), 'y.csv'),
      await form().type('multipart/form-data').send('nothing'),
      await form().type('multipart/form-data; boundary=x').send('--x\r\nnothing'),
    ]
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^Send exactly one CSV file/)])
  })

  it('requires permission to add aliases anywhere, before the file is read', async () => {
    for (const as of [null, 'mia', 'edi'] as const) await upload('/@aliases', '"', as).expect(401)
    await upload('/@aliases', '/old,/a', 'sia').expect(204)
    await upload('/a/@aliases', '/old,/a').expect(404)
    await upload('/a', '/old,/a').expect(415)
    const foreign = await upload('/@aliases', '/x,/a').set('Sec-Fetch-Site', 'cross-site')
    expect(foreign.status).toBe(403)
  })
})

describe('GET @aliases as CSV', () => {
  it('contains all matching aliases', async () => {
    await upload('/@aliases', '/one,/a\n/two,https://example.org/,2022-01-01,False').expect(204)
    const header = 'old path,new path,datetime,manual\r\n'
    const one = '/one,/a,2027-01-01T00:00:00+00:00,True\r\n'
    const two = '/two,https://example.org/,2022-01-01T00:00:00+00:00,False\r\n'
    expect(await download('/@aliases?b_size=1')).toBe(header + one + two)
    expect(await download('/@aliases?manual=false')).toBe(header + two)
    expect(await download('/a/@aliases')).toBe(header + one)
    await send('get', '/@aliases', 'mia').set('Accept', 'text/csv').expect(401)
    await send('get', '/@aliases')
      .set('Accept', 'application/json, text/csv')
      .expect('Content-Type', 'application/json')
  })
})

describe('POST /@users with a CSV file (docs/http-answers.md, CSV)', () => {
  it('adds its users', async () => {
    const csv = `id,username,fullname,description,email,roles,groups,location,home_page,password
jdoe,jdoe,John Doe,Developer,jdoe@example.com,"Member, Contributor",Reviewers,"Berlin, DE",jdoe.dev,pwd12345
ada,,Ada,,ada@example.org,,AuthenticatedUsers,,,${password}
`
    const { body } = await upload('/@users', csv).expect(201)
    expect(body.items_total).toBe(2)
    expect(body.items).toMatchObject([
      {
        '@id': 'http://site.example/@users/jdoe',
        fullname: 'John Doe',
        description: 'Developer',
        email: 'jdoe@example.com',
        roles: ['Contributor', 'Member', 'Reviewer'],
        location: 'Berlin, DE',
        home_page: 'https://jdoe.dev',
      },
      { id: 'ada', roles: ['Member'], location: null },
    ])
    await request(app).get('/@users/ada').auth('ada', password).expect(200)
    await request(app).get('/@users/jdoe').auth('jdoe', 'pwd12345').expect(200)
  })

  it('sends an email to users who choose a password', async () => {
    const csv = 'id,email,sendPasswordReset\nada,ada@example.org,True\nbob,bob@example.org,yes\n'
    await upload('/@users', csv).expect(201)
    expect((await mailbox.mails()).map(({ to }) => to)).toEqual(['ada@example.org', 'bob@example.org'])
  })

  it('reports every invalid row without its password, and then adds nothing', async () => {
    const csv = [
      'id,email,password,roles,groups',
      `ada,ada@example.org,${password},,`,
      'bo,nonsense,top-secret-1,,',
      'cy,cy@example.org,,,',
      'dee,dee@example.org,top-secret-2,Emperor,',
      'ada,ada@example.org,top-secret-3,,',
    ].join('\n')
    const answer = await upload('/@users', csv).expect(400)
    expect(problemsOf(answer).map(([line, text]) => [line, text])).toEqual([
      [3, 'bo'],
      [4, 'cy'],
      [5, 'dee'],
      [6, 'ada'],
    ])
    expect(answer.text).not.toContain('secret')
    const stored = await upload(
      '/@users',
      `id,email,password,groups\nmia,m@example.org,${password},\neve,e@example.org,${password},None\n`,
    )
    expect(problemsOf(stored)).toEqual([
      [2, 'mia', 'The username mia is already in use.'],
      [3, 'eve', 'There is no group None.'],
    ])
    expect(await test.platform.users.user('ada')).toBeNull()
    expect(await test.platform.users.user('eve')).toBeNull()
  })

  it('reports missing columns, and its limits', async () => {
    expect((await upload('/@users', 'name\nx\n').expect(400)).body.message).toContain('email, id')
    const rows = (count: number, cells: string) =>
      `id,email,password\n${Array.from({ length: count }, (_, i) => `u${i}x,u${i}@example.org,${cells}`).join('\n')}`
    expect((await upload('/@users', rows(1001, password)).expect(400)).body.message).toContain('1000')
    expect((await upload('/@users', rows(201, password)).expect(400)).body.message).toContain('200')
    const mails = rows(101, 'True').replace('password', 'sendPasswordReset')
    expect((await upload('/@users', mails).expect(400)).body.message).toContain('100')
    await upload('/@users', rows(200, password)).expect(201)
  })

  it('requires permission to manage users, and the role Manager for roles and groups', async () => {
    const csv = (roles: string) => `id,email,password,roles\nada,ada@example.org,${password},${roles}\n`
    for (const as of [null, 'mia', 'edi'] as const) await upload('/@users', csv(''), as).expect(401)
    await upload('/@users', csv('Editor'), 'sia').expect(401)
    await upload('/@users', csv('Member'), 'sia').expect(201)
  })

  it('refuses the id of a deleted user with roles, and an email address that is the login name of another user', async () => {
    const one = (id: string, email: string) => upload('/@users', `id,email,password\n${id},${email},${password}\n`)
    const share = { entries: [{ id: 'rea', type: 'user', roles: { Editor: true } }] }
    await send('post', '/a/@sharing').send(share).expect(204)
    await request(app).delete('/@users/rea').set('Host', 'site.example').auth('max', password).expect(204)
    expect(problemsOf(await one('rea', 'x@example.org').expect(400))[0]?.[2]).toContain('belonged to')
    await send('patch', '/@controlpanels/security').send({ use_email_as_login: true }).expect(204)
    expect(problemsOf(await one('ada', 'MIA@example.org').expect(400))[0]?.[1]).toBe('ada')
  })

  it('runs one import at a time, and one hash at a time', async () => {
    let [running, most] = [0, 0]
    const hashPassword = async (text: string) => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 50))
      running -= 1
      return test.platform.hashPassword(text)
    }
    const slow = createApp(createSite({ ...test.platform, hashPassword }))
    const importing = (name: string) =>
      request(slow)
        .post('/@users')
        .auth('max', password)
        .attach(
          'file',
          Buffer.from(
            `id,email,password\n${[1, 2, 3, 4, 5].map(i => `${name}${i},${name}${i}@example.org,${password}`).join('\n')}`,
          ),
          'x.csv',
        )
    const answers = await Promise.all([importing('ada'), importing('bob')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 503])
    expect(most).toBe(1)
  })
})

describe('GET @users as CSV', () => {
  it('contains the columns of Plone and no formulas', async () => {
    await send('patch', '/@users/mia').send({ fullname: '=HYPERLINK("x","y")' }).expect(204)
    await send('patch', '/@users/rex').send({ fullname: "'@sum", description: 'x' }).expect(204)
    const lines = (await download('/@users')).split('\r\n')
    expect(lines[0]).toBe('id,username,fullname,email,roles,groups')
    expect(lines).toContain('max,max,max Test,max@example.org,"Manager, Member",AuthenticatedUsers')
    expect(lines).toContain('mia,mia,"\'=HYPERLINK(""x"",""y"")",mia@example.org,Member,AuthenticatedUsers')
    expect(lines).toContain('rex,rex,\'\'@sum,rex@example.org,"Member, Reviewer",AuthenticatedUsers')
    expect(await download('/@users?query=rex')).toMatch(/^id.*\r\nrex.*\r\n$/)
    await send('get', '/@users', 'mia').set('Accept', 'text/csv').expect(401)
  })

  it('is imported unchanged, regardless of its content', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(value => value.trim())
    await fc.assert(
      fc.asyncProperty(
        text.filter(value => value !== ''),
        async fullname => {
          await send('patch', '/@users/mia').send({ fullname }).expect(204)
          const csv = await download('/@users?query=mia')
          const rows = csv.replace('roles,groups', 'x,y,password').replace(/,[^,]*,[^,]*\r\n$/, `,,,${password}\r\n`)
          await request(app).delete('/@users/mia').auth('max', password)
          const { body } = await upload('/@users', rows).expect(201)
          expect(body.items[0].fullname).toBe(fullname)
        },
      ),
      { numRuns: 30 },
    )
  })
})
