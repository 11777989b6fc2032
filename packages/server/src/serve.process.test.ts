import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { basicAuthorization, createPrograms, listening, type Programs, password } from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

const empty = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }

interface Slot {
  readonly title: string
  readonly gridRow: string
}
interface Payload {
  readonly id?: string
  readonly title?: string
  readonly type_title?: string
  readonly roles?: readonly string[]
  readonly items?: readonly { readonly items: readonly Slot[] }[]
}

const json = async (url: string, headers: Record<string, string> = {}): Promise<Payload> =>
  (await (await fetch(url, { headers })).json()) as Payload

const session = (guid: string, title: string) => ({
  guid,
  id: Number.parseInt(guid.slice(-2), 16),
  title,
  type: 'lecture',
  date: '2027-03-01T10:00:00+01:00',
  duration: '00:30',
  room: 'Hall',
  persons: [],
})

function scheduleFile(sessions: readonly object[]): string {
  const file = path.join(programs.directory, 'schedule.json')
  const days = [{ index: 1, date: '2027-03-01', rooms: { Hall: sessions } }]
  const conference = { title: 'Conf', start: '2027-03-01', end: '2027-03-01', time_zone_name: 'Europe/Berlin', days }
  writeFileSync(file, JSON.stringify({ schedule: { conference } }))
  return file
}

const guid = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`

describe('the first start on an empty DATA_DIR', () => {
  it('creates a site with a demonstration conference and shows a generated password once', async () => {
    const first = await programs.serve({})
    const { items } = await json(`${first.url}/@schedule`)
    expect(items).toHaveLength(3)
    const [, generated = ''] = /password (\S+)/.exec(first.lines().join('\n')) ?? []
    expect((await json(`${first.url}/@users/admin`, basicAuthorization('admin', generated))).roles).toEqual(['Manager'])
    expect(await first.stop()).toBe(0)
    const second = await programs.serve({})
    expect(second.lines().join('\n')).not.toContain('password')
    expect((await json(`${second.url}/@users/admin`, basicAuthorization('admin', generated))).id).toBe('admin')
  })
})

describe('a start that cannot succeed exits with 1 and names a remedy', () => {
  it('reports every problem of the configuration', async () => {
    const { code, err } = await programs.run(['serve'], {
      env: { PORT: 'x', WORKERS: 'many', DATABASE_URL: 'mysql://root:secret@db' },
    })
    expect(code).toBe(1)
    expect(err).not.toContain('secret')
    for (const name of ['PORT', 'WORKERS', 'DATABASE_URL']) expect(err).toContain(`${name}: `)
    expect(err).not.toContain('    at ')
    expect(existsSync(path.join(programs.directory, 'plenum.sqlite'))).toBe(false)
  })

  it('reports invalid catalogs, a read-only directory, an unknown command and a port in use', async () => {
    const languages = path.join(programs.directory, 'languages')
    mkdirSync(languages)
    writeFileSync(path.join(languages, 'it.json'), JSON.stringify({ 'id.taken': 'Già in uso.', Private: 1 }))
    writeFileSync(path.join(languages, 'sv.json'), '{')
    const file = path.join(programs.directory, 'file')
    writeFileSync(file, '')
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : 0)
    const [catalogs, directory, unknown, taken] = await programs.runEach([
      { args: ['serve'], env: { ...empty, LANGUAGES_DIR: languages } },
      { args: ['serve'], env: { DATA_DIR: path.join(file, 'data') } },
      { args: ['sreve'] },
      { args: ['serve'], env: { ...empty, DATA_DIR: path.join(programs.directory, 'data'), PORT: port } },
    ])
    other.close()
    for (const fault of ['LANGUAGES_DIR: ', 'it.json: id.taken: ', 'it.json: Private: ', 'sv.json: '])
      expect(catalogs).toMatchObject({ code: 1, err: expect.stringContaining(fault) })
    expect(existsSync(path.join(programs.directory, 'plenum.sqlite'))).toBe(false)
    expect(directory).toMatchObject({ code: 1, err: expect.stringContaining('DATA_DIR: ') })
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('sreve') })
    expect(taken).toMatchObject({ code: 1, err: expect.stringContaining(`PORT: ${port}`) })
    for (const ended of [catalogs, directory, taken]) expect(ended?.err).not.toContain('    at ')
  })
})

describe('a running server', () => {
  it('writes one line of JSON per request, without query and credentials', async () => {
    const server = await programs.serve(empty)
    await fetch(`${server.url}/@search?SearchableText=secretword`, {
      headers: { ...basicAuthorization('admin', password), 'x-request-id': 'my-id' },
    })
    await server.stop()
    const requests = server.lines().flatMap(line => (line.includes('"request"') ? [JSON.parse(line)] : []))
    expect(requests).toEqual([
      expect.objectContaining({ id: 'my-id', method: 'GET', path: '/@search', status: 200, ms: expect.any(Number) }),
    ])
    expect(server.lines().join('\n')).not.toMatch(/secretword|Secret-password|Basic/)
  })

  it('completes open requests when it is stopped', async () => {
    const server = await programs.serve(empty)
    const answers = Array.from({ length: 20 }, () =>
      fetch(`${server.url}/@users/admin`, { headers: basicAuthorization('admin', password) }),
    )
    await fetch(server.url)
    const ended = server.stop()
    const statuses = (await Promise.allSettled(answers)).map(answer =>
      answer.status === 'fulfilled' ? answer.value.status : 'refused',
    )
    expect(await ended).toBe(0)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('started by npm stops with it', async () => {
    const server = await listening(programs.launch('npm', ['start'], { ...empty, HOME: programs.directory }))
    await server.stop()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  it('shows the writes of a command immediately', async () => {
    const { url } = await programs.serve(empty)
    const added = await programs.run(
      ['user', 'add', 'ada', '--email', 'ada@example.org', '--role', 'Member', 'Editor'],
      {
        env: empty,
        input: `${password}\n`,
      },
    )
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining('ada') })
    expect((await json(`${url}/@users/ada`, basicAuthorization('ada', password))).roles).toEqual(['Editor', 'Member'])
    const imported = await programs.run(['import', 'schedule', scheduleFile([session(guid(1), 'One')])], { env: empty })
    expect(imported.code).toBe(0)
    expect((await json(`${url}/@schedule`)).items?.[0]?.items[0]).toMatchObject({
      title: 'One',
      gridRow: 'time-1000 / time-1030',
    })
  })
})

it('a command without a site reports that and creates none', async () => {
  const directory = path.join(programs.directory, 'data')
  const commands = [
    ['types', 'list'],
    ['user', 'add', 'ada', '--email', 'ada@example.org'],
    ['poll', 'export', 'polls.json'],
    ['workflow', 'repair'],
    ['workflow', 'resume'],
  ].map(args => ({ args, env: { ...empty, DATA_DIR: directory } }))
  const outcome = { code: 1, out: '', err: expect.stringContaining(`DATA_DIR: ${directory} does not contain a site.`) }
  expect(await programs.runEach(commands)).toEqual(commands.map(() => outcome))
  expect(existsSync(directory)).toBe(false)
})

describe('plenum user add', () => {
  beforeEach(async () => {
    await (await programs.serve(empty)).stop()
  })

  it('refuses a short password, a name in use and an unknown role, with a reason', async () => {
    const add = (name: string, secret: string, role: string) =>
      programs.run(['user', 'add', name, '--email', 'x@example.org', '--role', role], {
        env: empty,
        input: `${secret}\n`,
      })
    const wrong = await programs.run(['user', 'add', 'ada', '--email', 'ada.example'], {
      env: empty,
      input: `${password}\n`,
    })
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('"ada.example" is not an email address') })
    expect(await add('ada', 'short', 'Member')).toMatchObject({ code: 1, err: expect.stringContaining('too short') })
    expect(await add('admin', password, 'Member')).toMatchObject({ code: 1, err: expect.stringContaining('in use') })
    expect(await add('ada', password, 'King')).toMatchObject({ code: 1, err: expect.stringContaining('King') })
  })
})

describe('plenum user and plenum group', () => {
  const run = async (command: string, input = '') => {
    const { code, out, err } = await programs.run(command.split(' '), { env: empty, input })
    return code === 0 ? out.trim() : err.trim()
  }

  it('change users and permissions, which a running server applies immediately', async () => {
    const { url } = await programs.serve(empty)
    const statusWith = async (secret: string) =>
      (await fetch(`${url}/@users/ada`, { headers: basicAuthorization('ada', secret) })).status
    await run('user add ada --email ada@example.org', `${password}\n`)
    expect(await run('user roles ada --give Editor --take Member')).toBe('ada has the roles Editor.')
    expect(await run('group add crew --title Crew --role Reader --member ada')).toBe('Added the group crew.')
    expect(await run('group roles crew --give Reviewer')).toMatch('the roles Reader, Reviewer and the members ada.')
    expect(await run('group list')).toMatch(/^crew \(Crew\): Reader, Reviewer; members: 1$/m)
    expect(await run('user list')).toMatch(/^ada <ada@example.org>: Editor, Reader, Reviewer$/m)
    expect(await run('user password ada', 'Another-password-1\n')).toBe('Changed the password of ada.')
    expect([await statusWith(password), await statusWith('Another-password-1')]).toEqual([401, 200])
    const [, token] = /The token ([0-9a-f]{64}) can set/.exec(await run('user password ada --reset-token')) ?? []
    const set = await fetch(`${url}/@users/ada/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reset_token: token, new_password: password }),
    })
    expect([set.status, await statusWith(password)]).toEqual([200, 200])
    expect(await run('group members crew --remove ada')).toMatch('members none.')
    expect(await run('group remove crew')).toBe('Removed the group crew.')
    expect(await run('user remove ada')).toBe('Removed ada.')
    expect(await statusWith(password)).toBe(401)
  })

  it('refuse invalid input with a reason', async () => {
    await (await programs.serve(empty)).stop()
    expect(await run('user remove admin')).toMatch('last Manager')
    expect(await run('user password nobody', `${password}\n`)).toBe('There is no user nobody.')
    expect(await run('user password admin', '\n')).toMatch('too short')
    expect(await run('group remove Reviewers')).toMatch('cannot be removed')
    expect(await run('group roles none')).toBe('There is no group none.')
  })
})

describe('plenum types', () => {
  it('changes the behaviors of a type, which a running server applies immediately', async () => {
    const { url } = await programs.serve(empty)
    const listed = await programs.run(['types', 'list'], { env: empty })
    const [, behaviors = ''] = /^Document: (.*)$/m.exec(listed.out) ?? []
    const membership = 'collective.multiworkflow.demo.foundation_member'
    const set = await programs.run(['types', 'set', 'Document', ...behaviors.split(', '), membership], { env: empty })
    expect(set.code).toBe(0)
    const headers = { ...basicAuthorization('admin', password), 'content-type': 'application/json' }
    await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ '@type': 'Document', id: 'page', title: 'Page' }),
    })
    expect(await json(`${url}/page/@workflow`, headers)).toMatchObject({ chain: [{}, { title: 'Membership' }] })
    const [refused, moved] = await programs.runEach([
      { args: ['types', 'set', 'Document', 'nope'], env: empty },
      { args: ['types', 'workflows', 'Document', 'intranet_workflow'], env: empty },
    ])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('nope') })
    expect(refused?.err).not.toContain('    at ')
    expect(moved).toMatchObject({
      code: 0,
      out: expect.stringContaining('Document has the workflows intranet_workflow.'),
    })
    expect(await json(`${url}/page/@workflow`, headers)).toMatchObject({ state: { id: 'internal' } })
    const [repaired, after] = await programs.runEach([
      { args: ['workflow', 'repair'], env: empty },
      { args: ['types', 'list'], env: empty },
    ])
    expect(repaired?.out).toMatch(/^Corrected the permissions of 1 object\./)
    expect(after?.out).toContain('\n  workflows: intranet_workflow\n')
  })
})

describe('plenum import schedule (docs/schedule.md, Import of a programme)', () => {
  it('changes nothing if the same file is imported twice', async () => {
    const file = scheduleFile([session(guid(1), 'One'), session(guid(2), 'Two')])
    const command = { args: ['import', 'schedule', file], env: empty }
    const [, again] = await programs.runEach([command, command])
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('0 objects created, 0 changed') })
  })

  it('lists every fault of a file with its position, and writes nothing', async () => {
    const broken = [{ ...session(guid(1), 'One'), duration: 'long' }, { ...session('none', 'Two') }]
    const { code, out } = await programs.run(['import', 'schedule', scheduleFile(broken)], { env: empty })
    expect(code).toBe(1)
    expect(out).toContain('rooms["Hall"][0].duration')
    expect(out).toContain('rooms["Hall"][1].guid')
    const { url } = await programs.serve(empty)
    expect(await json(`${url}/@schedule`)).toEqual({ items: [] })
  })

  it('refuses a missing file, and an unknown time zone', async () => {
    const file = scheduleFile([session(guid(1), 'One')])
    const [nowhere, zoned] = await programs.runEach([
      { args: ['import', 'schedule', 'nowhere.json'], env: empty },
      { args: ['import', 'schedule', '--timezone', 'Mars/Base', file], env: empty },
    ])
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('nowhere.json') })
    expect(zoned).toMatchObject({ code: 1, out: expect.stringContaining('Mars/Base') })
  })

  it('places the sessions in the requested time zone', async () => {
    const file = scheduleFile([session(guid(1), 'One')])
    await programs.run(['import', 'schedule', '--timezone', 'UTC', file], { env: empty })
    const { url } = await programs.serve(empty)
    expect((await json(`${url}/@schedule`)).items?.[0]?.items[0]?.gridRow).toBe('time-0900 / time-0930')
  })
})
