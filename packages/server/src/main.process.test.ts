import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { createPrograms, type Programs, password } from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

const empty = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
const demonstration = { ADMIN_PASSWORD: password, PASSWORD_COST: '4' }

function scheduleFile(): string {
  const file = path.join(programs.directory, 'schedule.json')
  const guid = '00000000-0000-4000-8000-000000000001'
  const talk = { guid, id: 1, title: 'Compost', type: 'lecture', duration: '00:30', room: 'Hall', persons: [] }
  const days = [{ index: 1, date: '2027-03-01', rooms: { Hall: [{ ...talk, date: '2027-03-01T10:00:00+01:00' }] } }]
  const conference = { title: 'Conf', start: '2027-03-01', end: '2027-03-01', time_zone_name: 'Europe/Berlin', days }
  writeFileSync(file, JSON.stringify({ schedule: { conference } }))
  return file
}

const sentence = (text: string) => expect.stringMatching(new RegExp(`^(?!.*\\n {4}at ).*${text}`, 's'))

describe('the program', () => {
  it('prints its version', async () => {
    expect(await programs.run(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })

  it('reads settings from a file, and the environment overrides them', async () => {
    const file = path.join(programs.directory, 'site.env')
    writeFileSync(file, 'ADMIN_USER=?\nLOG_LEVEL=loud\n')
    const { code, err } = await programs.run(['--env-file', file, 'types', 'list'], { env: { LOG_LEVEL: 'info' } })
    expect([code, err]).toEqual([1, sentence('ADMIN_USER')])
    expect(err).not.toContain('LOG_LEVEL')
  })

  it('continues when its output is no longer read', async () => {
    await (await programs.serve(empty)).stop()
    const shell = programs.launch(
      'sh',
      ['-c', '"$0" packages/server/bin/plenum.js types list | head -n 1', process.execPath],
      empty,
    )
    const text = await new Promise<string>(resolve => {
      let all = ''
      shell.stderr?.on('data', data => {
        all += data
      })
      shell.once('close', () => resolve(all))
    })
    expect(text).not.toContain('EPIPE')
  })

  it('reveals no password if it cannot listen, and creates no site', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const env = { PORT: String(port), DATA_DIR: path.join(programs.directory, 'none') }
    const { code, out, err } = await programs.run(['serve'], { env })
    other.close()
    expect([code, out, err]).toEqual([1, '', sentence(`PORT: ${port} on 127.0.0.1 is in use`)])
    expect(existsSync(path.join(env.DATA_DIR, 'plenum.sqlite'))).toBe(false)
  })

  it('names the source of user behaviors if one is missing', async () => {
    const { code, err } = await programs.run(['types', 'set', 'Document', 'garden.retention'], { env: empty })
    expect([code, err]).toEqual([1, sentence('DATA_DIR')])
    await (await programs.serve(empty)).stop()
    const unknown = await programs.run(['types', 'set', 'Document', 'garden.retention'], { env: empty })
    expect([unknown.code, unknown.err]).toEqual([1, sentence('garden.retention, which does not exist.*WORKFLOWS_DIR')])
  })
})

describe('an import of a programme', () => {
  it('is refused in a site with the demonstration, which a command removes', async () => {
    await (await programs.serve(demonstration)).stop()
    const file = scheduleFile()
    const run = (...args: string[]) => programs.run(args, { env: demonstration })
    const refused = await run('import', 'schedule', file)
    expect(refused).toMatchObject({ code: 1, out: '', err: sentence('plenum demo remove') })
    expect(await run('import', 'schedule', file, '--author', 'ghost')).toMatchObject({
      code: 1,
      err: sentence('no user ghost'),
    })
    expect(await run('demo', 'remove')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Demonstration objects removed: \d+\./),
    })
    expect(await run('import', 'schedule', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Conf: 1 sessions'),
    })
    expect((await run('demo', 'remove')).out).toBe('This site does not contain the demonstration.\n')
  })

  it('creates a missing site without the demonstration', async () => {
    const { code } = await programs.run(['import', 'schedule', scheduleFile()], { env: demonstration })
    expect(code).toBe(0)
    const server = await programs.serve(demonstration)
    const { items } = (await (await fetch(`${server.url}/@search?portal_type=Talk`)).json()) as { items: object[] }
    expect(items).toMatchObject([{ title: 'Compost' }])
    await server.stop()
  })
})
