import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createPrograms, eventually, type Programs, password } from '@plenum/testkit'
import Database from 'libsql'

let programs: Programs
beforeEach(() => {
  programs = createPrograms()
})
afterEach(() => programs.close())

const env = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
const file = () => path.join(programs.directory, 'plenum.sqlite')

function versionOf(name: string): number {
  const database = new Database(name)
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  database.close()
  return version
}

const old = path.join(import.meta.dirname, '../../test/oldSites/schema-14.sqlite.gz')

async function layOldSite(): Promise<number> {
  const directory = path.join(programs.directory, 'present')
  const server = await programs.serve({ ...env, DATA_DIR: directory })
  expect(await server.stop()).toBe(0)
  writeFileSync(file(), gunzipSync(readFileSync(old)))
  return versionOf(path.join(directory, 'plenum.sqlite'))
}

describe('a database of an earlier version (docs/how-to/upgrade.md)', () => {
  const commands = [
    ['doctor', '--deep', '--repair'],
    ['user', 'list'],
    ['types', 'list'],
    ['poll', 'export', 'polls.json'],
    ['workflow', 'repair'],
    ['export', 'plone', 'exported'],
    ['import', 'schedule', 'schedule.json'],
    ['import', 'schedule', 'schedule.json', '--dry-run'],
  ]

  it('is refused by every command that would write or list, with the command to run, and without a change', async () => {
    const latest = await layOldSite()
    const schedule = path.join(programs.directory, 'schedule.json')
    const conference = { title: 'C', start: '2027-03-01', end: '2027-03-01', days: [] }
    writeFileSync(schedule, JSON.stringify({ schedule: { conference } }))
    const before = readFileSync(file())
    const inFolder = (args: readonly string[]) =>
      args.map(arg => (/\.|^exported$/.test(arg) ? path.join(programs.directory, arg) : arg))
    const ended = await programs.runEach(commands.map(args => ({ args: inFolder(args), env })))
    for (const [i, { code, out, err }] of ended.entries()) {
      expect([commands[i], code]).toEqual([commands[i], 1])
      expect(out + err).toContain(`has schema version 14, but this program expects version ${latest}`)
      expect(out + err).toContain('plenum upgrade')
      expect(out + err).not.toContain('    at ')
    }
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(readdirSync(programs.directory).sort()).toEqual(expect.not.arrayContaining(['copy.plenum', 'exported']))
  })

  it('is read by doctor and backup as if upgraded, and stays unchanged, including its log', async () => {
    const latest = await layOldSite()
    const writing = new Database(file())
    writing.exec("PRAGMA wal_autocheckpoint = 0; UPDATE store SET stamp = 'in the log'")
    const [before, log] = [readFileSync(file()), readFileSync(`${file()}-wal`)]
    const apart = path.join(programs.directory, 'apart')
    mkdirSync(apart)
    const lay = (ending: string, bytes: Buffer) => writeFileSync(path.join(apart, `plenum.sqlite${ending}`), bytes)
    lay('', before)
    lay('-wal', log)
    writing.close()
    const backup = path.join(programs.directory, 'copy.plenum')
    const inApart = { env: { ...env, DATA_DIR: apart, PORT: '0' } }
    const ended = [await programs.run(['doctor', '--deep'], inApart), await programs.run(['backup', backup], inApart)]
    for (const { code, out } of ended) {
      expect(code).toBe(0)
      expect(out).toContain(`has schema version 14, but this program expects version ${latest}`)
    }
    expect(ended[0]?.out).toContain(`Remedy: Stop the service and run \`DATA_DIR='${apart}' plenum upgrade\``)
    expect(existsSync(backup)).toBe(true)
    expect(readFileSync(path.join(apart, 'plenum.sqlite')).equals(before)).toBe(true)
    expect(readFileSync(path.join(apart, 'plenum.sqlite-wal')).equals(log)).toBe(true)
    expect(readdirSync(apart).sort()).toEqual(['plenum.sqlite', 'plenum.sqlite-shm', 'plenum.sqlite-wal'])
  })

  it.each([
    ['a signal', 'SIGTERM', 'new Promise(() => setInterval(() => {}, 1000))'],
    ['an error', null, "Promise.reject(new Error('No'))"],
  ] as const)('leaves no copy behind when the reading program ends by %s', async (_, signal, finish) => {
    await layOldSite()
    const module = path.join(import.meta.dirname, '../../dist/upgrade/openToRead.js')
    const text = `
      const { openUpgradedCopy } = await import(process.argv[1])
      await openUpgradedCopy(process.argv[2], () => (console.log('copied'), ${finish}))`
    const program = programs.launch(process.execPath, ['--input-type=module', '-e', text, module, file()])
    const ended = once(program, 'exit')
    await once(program.stdout as NodeJS.ReadableStream, 'data')
    if (signal) {
      const copies = readdirSync(programs.directory).filter(name => name.endsWith('.new'))
      expect(copies.map(name => statSync(path.join(programs.directory, name)).mode & 0o777)).toEqual([0o600])
      program.kill(signal)
    }
    expect(await ended).toEqual(signal ? [null, signal] : [1, null])
    expect(readdirSync(programs.directory).filter(name => name.includes('.new'))).toEqual([])
  })

  it('is copied and upgraded by upgrade, once; the copy is the way back', async () => {
    const latest = await layOldSite()
    const before = `${file()}.before-14`
    const upgraded = await programs.run(['upgrade'], { env })
    expect([upgraded.code, upgraded.err]).toEqual([0, ''])
    expect(upgraded.out).toContain(`Upgraded from schema version 14 to ${latest}.`)
    expect([versionOf(file()), versionOf(before), statSync(before).mode & 0o777]).toEqual([latest, 14, 0o600])
    const again = await programs.run(['upgrade'], { env })
    expect([again.code, again.out]).toEqual([
      0,
      'There is nothing to upgrade: the site already has the schema of this version.\n',
    ])
    const doctor = await programs.run(['doctor', '--deep'], { env })
    expect([doctor.code, doctor.out]).toEqual([
      0,
      expect.stringContaining(`${before} is a copy made before an upgrade`),
    ])
    renameSync(before, file())
    expect((await programs.run(['upgrade'], { env })).code).toBe(0)
  })

  it('is upgraded by serve, which logs one line, and never replaces an earlier copy', async () => {
    const latest = await layOldSite()
    const taken = `${file()}.before-14`
    writeFileSync(taken, 'of somebody')
    const server = await programs.serve({ ...env, WORKERS: '2' })
    const lines = () => server.lines().filter(line => line.includes('"msg":"upgraded"'))
    await eventually('a line', () => lines().length > 0)
    expect(await server.stop()).toBe(0)
    expect(lines().map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({ from: 14, to: latest, copy: `${taken}-2` }),
    ])
    expect(readFileSync(taken, 'utf8')).toBe('of somebody')
    expect(existsSync(`${taken}-2`)).toBe(true)
  })

  it('written by a newer program is refused by upgrade too', async () => {
    const latest = await layOldSite()
    const database = new Database(file())
    database.exec(`PRAGMA user_version = ${latest + 1}`)
    database.close()
    const { code, err } = await programs.run(['upgrade'], { env })
    expect([code, err]).toEqual([1, expect.stringContaining('newer version of Plenum')])
  })
})
