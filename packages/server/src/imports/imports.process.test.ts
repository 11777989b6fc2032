import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { createPrograms, type Ended, type Programs } from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

const deep = 200_000
const guid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const programme = (title: string, n = 1) => {
  const talk = { guid: guid(n), id: n, title: 'Compost', type: 'lecture', duration: '00:30', room: 'Hall', persons: [] }
  const days = [{ index: 1, date: '2027-03-01', rooms: { Hall: [{ ...talk, date: '2027-03-01T10:00:00+01:00' }] } }]
  return JSON.stringify({
    schedule: { conference: { title, start: '2027-03-01', end: '2027-03-01', time_zone_name: 'Europe/Berlin', days } },
  })
}

function written(name: string, content: string | Uint8Array): string {
  const file = path.join(programs.directory, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

function ploneExport(files: Readonly<Record<string, string>> = {}): string {
  const folder = path.join(programs.directory, 'export')
  mkdirSync(path.join(folder, 'content'), { recursive: true })
  for (const [name, content] of Object.entries(files)) written(path.join('export', name), content)
  return folder
}

const site = () => path.join(programs.directory, 'new', 'site')
const env = () => ({ DATA_DIR: site(), PASSWORD_COST: '4' })
const runEach = (commands: readonly (readonly string[])[]): Promise<readonly Ended[]> =>
  programs.runEach(commands.map(args => ({ args, env: env() })))

const isUntouched = () => !existsSync(path.join(programs.directory, 'new'))

describe('a dry run without a site', () => {
  it('creates no site, no folder and no administrator', async () => {
    const file = written('schedule.json', programme('Conf'))
    const [schedule, plone] = await runEach([
      ['import', 'schedule', file, '--dry-run'],
      ['import', 'plone', ploneExport(), '--dry-run', '--report', path.join(programs.directory, 'report.txt')],
    ])
    expect(schedule).toMatchObject({ code: 0, out: expect.stringContaining('can be imported; nothing was written.') })
    expect(schedule?.out).toMatch(
      /^\d+ objects created, 1 changed.*^Created: .*1 Talk.*^ {2}\/ \(Site\): title, start, end/ms,
    )
    expect(plone).toMatchObject({ code: 0, out: expect.stringContaining('can be imported; nothing was written.') })
    expect(`${schedule?.out}${plone?.out}`).not.toMatch(/administrator|password/)
    expect(isUntouched()).toBe(true)
  })
})

describe('a refused import without a site', () => {
  it('leaves nothing, exits with 1, and states the reason', async () => {
    const files = {
      'nested.xml': `${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`,
      'proto.xml': '<schedule><__proto__>x</__proto__><conference/></schedule>',
      'nested.json': `${'['.repeat(deep)}${']'.repeat(deep)}`,
      'objects.json': `${'{"schedule":'.repeat(deep)}1${'}'.repeat(deep)}`,
      'proto.json': '{"__proto__": {"schedule": 1}, "schedule": {"__proto__": 1, "conference": {"__proto__": []}}}',
      'numbers.json': `{"schedule": {"conference": {"title": 1e999, "start": ${'9'.repeat(400)}}}}`,
      'utf16.json': Buffer.from(programme('Conf'), 'utf16le'),
      'latin1.json': Buffer.from(programme('Café'), 'latin1'),
      'empty.json': '',
      'zero.json': '\0\0\0',
      'packed.json': gzipSync('0'.repeat(50_000_000)),
      'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    }
    const names = Object.entries(files).map(([name, content]) => written(name, content))
    const sources = [...names, programs.directory, '/dev/zero', path.join(programs.directory, 'none')]
    const ended = await runEach([
      ...sources.map(file => ['import', 'schedule', file]),
      ...sources.map(folder => ['import', 'plone', folder]),
    ])
    for (const { code, out, err } of ended) {
      expect([code, `${out}${err}`]).toEqual([1, expect.stringContaining('was not imported; nothing was written.')])
      expect(`${out}${err}`).not.toMatch(/\n {4}at |administrator|Unexpected error/)
    }
    expect(isUntouched()).toBe(true)
  })

  it('leaves nothing of a Plone export with broken files', async () => {
    const broken = {
      'principals.json': `${'['.repeat(deep)}`,
      'relations.json': '{"__proto__": 1}',
      'content/__metadata__.json': Buffer.from('é', 'latin1').toString('latin1'),
    }
    for (const [name, content] of Object.entries(broken)) {
      const folder = ploneExport({ [name]: content })
      const [ended] = await runEach([['import', 'plone', folder]])
      expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('was not imported; nothing was written.') })
    }
    expect(isUntouched()).toBe(true)
  })

  it('leaves nothing after a refused object or an invalid backup', async () => {
    const folder = ploneExport({ 'content/0123456789abcdef0123456789abcdef/data.json': '{"@id": "/x", "UID": 5}' })
    const bomb = written('bomb.plenum', gzipSync(`{"format":"plenum-site","version":1}\n${' '.repeat(70_000_000)}`))
    const other = written('other.plenum', 'text')
    const [plone, ...restored] = await runEach([
      ['import', 'plone', folder],
      ['restore', bomb],
      ['restore', other],
      ['restore', programs.directory],
    ])
    expect(plone).toMatchObject({ code: 1, out: expect.stringContaining('was not imported; nothing was written.') })
    expect(plone?.out).not.toContain('administrator')
    for (const { code, err } of restored) {
      expect([code, err]).toEqual([1, expect.stringMatching(/^Nothing was restored: the target is unchanged\./)])
      expect(err).not.toMatch(/\n {4}at |Unexpected error/)
    }
    expect(isUntouched()).toBe(true)
  })

  it('leaves existing files unchanged', async () => {
    const notes = written('new/site/notes.txt', 'mine')
    const [ended] = await runEach([['import', 'plone', ploneExport({ 'principals.json': '[' })]])
    expect(ended?.code).toBe(1)
    expect([existsSync(notes), readdirSync(site())]).toEqual([true, ['notes.txt']])
  })
})

describe('an import without a site', () => {
  it('creates one with the reported administrator, and warns once of settings that an existing site ignores', async () => {
    const file = written('schedule.json', programme('Conf'))
    const [first, again, own] = await programs.runEach([
      { args: ['import', 'schedule', file], env: env() },
      { args: ['import', 'schedule', file], env: { ...env(), ADMIN_PASSWORD: 'Secret-password-1' } },
      { args: ['user', 'list'], env: { ...env(), LANGUAGE: 'de_DE.UTF-8:en' } },
    ])
    expect(first).toMatchObject({ code: 0, err: expect.not.stringContaining('ignored') })
    expect(first?.out).toContain('The administrator is admin with the password')
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('ignored: ADMIN_PASSWORD.') })
    expect(own).toMatchObject({ code: 0, err: '', out: expect.stringContaining('admin <') })
  })
})

describe('a dry run on a site', () => {
  it('reports what the import then does, and changes nothing', async () => {
    const [mine, other] = [written('mine.json', programme('BeeConf', 1)), written('other.json', programme('Camp', 2))]
    const run = (file: string, ...more: string[]) => ['import', 'schedule', file, ...more]
    const [, dry, again, done] = await runEach([
      run(mine),
      run(other, '--dry-run'),
      run(other, '--dry-run'),
      run(other),
    ])
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('\n  / (BeeConf): title\n') })
    expect(again?.out).toBe(dry?.out)
    expect(dry?.out).toBe(`${other} can be imported; nothing was written.\n${done?.out}`)
  })
})

describe('polls', () => {
  it('of a hostile file are refused with a message', async () => {
    await runEach([['import', 'schedule', written('schedule.json', programme('Conf'))]])
    const contents = ['['.repeat(deep), '{}', '[1]', '[{"__proto__": 1}]', '[{"UID": 1e999}]', '\xff']
    const files = contents.map((content, n) => written(`polls${n}.json`, Buffer.from(content, 'latin1')))
    for (const { code, err } of await runEach(files.map(file => ['poll', 'import', file])))
      expect([code, err]).toEqual([1, expect.stringMatching(/was not imported; nothing was written\.(?!.*\n {4}at )/s)])
  })
})
