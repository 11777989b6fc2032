import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
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

/** Lays the site of an earlier version down. Returns the version of this program. */
async function layOldSite(): Promise<number> {
  const directory = path.join(programs.directory, 'present')
  const server = await programs.serve({ ...env, DATA_DIR: directory })
  expect(await server.stop()).toBe(0)
  writeFileSync(file(), gunzipSync(readFileSync(old)))
  return versionOf(path.join(directory, 'plenum.sqlite'))
}

describe('a database of an earlier version (docs/upgrade.md)', () => {
  const commands = [
    ['doctor'],
    ['doctor', '--deep', '--repair'],
    ['backup', 'copy.plenum'],
    ['user', 'list'],
    ['types', 'list'],
    ['poll', 'export', 'polls.json'],
    ['workflow', 'repair'],
    ['export', 'plone', 'exported'],
    ['import', 'schedule', 'schedule.json'],
    ['import', 'schedule', 'schedule.json', '--dry-run'],
  ]

  it('is refused by every command but serve and upgrade, which say what to run and change no byte', async () => {
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
      expect(out + err).toContain(`has schema version 14, and this program has version ${latest}`)
      expect(out + err).toContain('plenum upgrade')
      expect(out + err).not.toContain('    at ')
    }
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(readdirSync(programs.directory).sort()).toEqual(expect.not.arrayContaining(['copy.plenum', 'exported']))
  })

  it('is copied and upgraded by upgrade, once; the copy is the way back', async () => {
    const latest = await layOldSite()
    const before = `${file()}.before-14`
    const upgraded = await programs.run(['upgrade'], { env })
    expect([upgraded.code, upgraded.err]).toEqual([0, ''])
    expect(upgraded.out).toContain(`Upgraded from schema version 14 to ${latest}.`)
    expect([versionOf(file()), versionOf(before), statSync(before).mode & 0o777]).toEqual([latest, 14, 0o600])
    const again = await programs.run(['upgrade'], { env })
    expect([again.code, again.out]).toEqual([0, 'There is nothing to upgrade: the site is that of this version.\n'])
    const doctor = await programs.run(['doctor', '--deep'], { env })
    expect([doctor.code, doctor.out]).toEqual([
      0,
      expect.stringContaining(`${before} is a copy from before an upgrade`),
    ])
    renameSync(before, file())
    expect((await programs.run(['upgrade'], { env })).code).toBe(0)
  })

  it('is upgraded by serve, which logs one line, and never replaces the copy of before', async () => {
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

  it('that a newer program has written is refused by upgrade too', async () => {
    const latest = await layOldSite()
    const database = new Database(file())
    database.exec(`PRAGMA user_version = ${latest + 1}`)
    database.close()
    const { code, err } = await programs.run(['upgrade'], { env })
    expect([code, err]).toEqual([1, expect.stringContaining('newer version of Plenum')])
  })
})
