import { pino } from 'pino'
import { readConfig } from '../config.js'
import { greeting } from './greeting.js'
import { humanLines, logFormat } from './openLog.js'

const url = 'http://127.0.0.1:8080'

describe('the greeting on a terminal', () => {
  it('states the address of the site, its administrator, and what to try', () => {
    const lines = greeting(readConfig({ DATA_DIR: '/srv/site' }), { url, isNew: false })
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe(
      `Plenum is running at ${url} with the SQLite database /srv/site/plenum.sqlite; press Ctrl-C to stop it.`,
    )
    expect(lines[1]).toContain('The administrator is admin;')
    expect(lines[2]).toContain(`${url}/@schedule`)
    expect(lines[3]).toContain('`DATA_DIR=/srv/site npx plenum demo remove`')
  })

  it('omits the administrator if the password was just shown', () => {
    const lines = greeting(readConfig({ EMPTY_SITE: '1' }), { url, isNew: true })
    expect(lines.join('\n')).not.toContain('administrator')
    expect(lines.join('\n')).toContain(`open ${url}/@@setup`)
    expect(lines.at(-1)).toContain('`npx plenum import schedule FILE`')
  })

  it('does not suggest the demonstration of a site without one', () => {
    const text = greeting(readConfig({ EMPTY_SITE: '1' }), { url, isNew: true }).join('\n')
    expect(text).not.toMatch(/gulls|demonstration/)
  })

  it.each([
    ["/srv/Ana's site", String.raw`DATA_DIR='/srv/Ana'\''s site' npx plenum user password admin`],
    ['', '`npx plenum user password admin`'],
  ])('names the data directory %j in commands, unless it is the default', (DATA_DIR, command) => {
    expect(greeting(readConfig({ DATA_DIR }), { url, isNew: false }).join('\n')).toContain(command)
  })

  it('never contains the secret of a database', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://ada:geheim@db.example/site' })
    const text = greeting(config, { url, isNew: false }).join('\n')
    expect(text).toContain('with the PostgreSQL database db.example/site;')
    expect(text).not.toMatch(/geheim|ada/)
  })

  it.each(['postgres://ada:12/geheim@db.example/site', 'postgres://ada:12#geheim@db.example/site'])(
    'never contains a part of a password that is not encoded: %s',
    DATABASE_URL => {
      const text = greeting(readConfig({ DATABASE_URL }), { url, isNew: false }).join('\n')
      expect(text).toContain('with the PostgreSQL database ***;')
    },
  )
})

describe('a line of the log (docs/operate.md, The log)', () => {
  it('has a level by its name, and a time in ISO 8601', async () => {
    const lines: string[] = []
    pino({ base: null, ...logFormat }, { write: line => void lines.push(line) }).warn({ id: 'abc' }, 'fault')
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      id: 'abc',
      msg: 'fault',
    })
    expect((await humanLines(false))(lines[0] ?? '')).toMatch(/^\d\d:\d\d:\d\d WARN: fault \{"id":"abc"\}\n$/)
  })
})

describe('a line of the log on a terminal', () => {
  const of = async (line: object) => (await humanLines(false))(`${JSON.stringify({ level: 30, time: 0, ...line })}\n`)

  it('shows a request in one line, with its id only if the service failed', async () => {
    const request = { msg: 'request', id: 'abc', method: 'GET', path: '/@schedule', ms: 1.5 }
    expect(await of({ ...request, status: 200 })).toMatch(/^\d\d:\d\d:\d\d INFO: GET \/@schedule 200 1\.5 ms\n$/)
    expect(await of({ ...request, status: 500 })).toContain('"id":"abc"')
  })

  it('shows anything else by its message and values', async () => {
    expect(await of({ msg: 'worker ended', worker: 2 })).toMatch(/INFO: worker ended \{"worker":2\}\n$/)
  })

  it('escapes control characters of a path', async () => {
    const line = await of({ msg: 'request', method: 'GET', path: '/%1b[2J\u001b[2J', status: 404, ms: 1 })
    expect(line).not.toContain('\u001b')
  })
})
