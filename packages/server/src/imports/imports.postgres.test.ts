import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PostgresStore } from '@plenum/sql-store'
import { createPrograms, freshDatabases, type Programs } from '@plenum/testkit'
import pg from 'pg'
import { fillSite } from '../compose.js'
import { readConfig } from '../config.js'
import { holdsSite, openServerDatabase } from '../postgresDatabase.js'

const fresh = freshDatabases(afterAll)
let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

async function tablesIn(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      "SELECT count(*)::integer AS count FROM information_schema.tables WHERE table_schema = 'public'",
    )
    return rows[0].count
  } finally {
    await client.end()
  }
}

function written(name: string, content: string | Uint8Array): string {
  const file = path.join(programs.directory, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

function schedule(): string {
  const talk = { guid: '00000000-0000-4000-8000-000000000001', id: 1, title: 'Compost', type: 'lecture', persons: [] }
  const events = [{ ...talk, duration: '00:30', room: 'Hall', date: '2027-03-01T10:00:00+01:00' }]
  const days = [{ index: 1, date: '2027-03-01', rooms: { Hall: events } }]
  const conference = { title: 'Conf', start: '2027-03-01', end: '2027-03-01', time_zone_name: 'Europe/Berlin', days }
  return written('schedule.json', JSON.stringify({ schedule: { conference } }))
}

describe('an empty database of a server', () => {
  it('has no tables after dry runs, refused imports and other commands, and an import adds a site', async () => {
    const url = await fresh()
    const env = { DATABASE_URL: url, DATA_DIR: path.join(programs.directory, 'none'), PASSWORD_COST: '4' }
    mkdirSync(path.join(programs.directory, 'export/content'), { recursive: true })
    const folder = path.join(programs.directory, 'export')
    const file = schedule()
    const run = (...args: string[]) => ({ args, env })
    const dry = await programs.runEach([
      run('import', 'schedule', file, '--dry-run'),
      run('import', 'plone', folder, '--dry-run'),
    ])
    expect(dry.map(({ code, err }) => [code, err])).toEqual([
      [0, expect.not.stringContaining('administrator')],
      [0, ''],
    ])
    written('export/content/0123456789abcdef0123456789abcdef/data.json', '{"@id": "/x", "UID": 5}')
    const refused = await programs.runEach([
      run('import', 'plone', folder),
      run('import', 'schedule', written('logo.png', 'png')),
      run('restore', written('broken.plenum', gzipSync('{"format":"plenum-site","version":1}\n'))),
    ])
    expect(refused.map(({ code, out }) => [code, out.includes('administrator')])).toEqual([
      [1, false],
      [1, false],
      [1, false],
    ])
    expect(await tablesIn(url)).toBe(0)
    const [first, again] = await programs.runEach([run('import', 'schedule', file), run('import', 'schedule', file)])
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Created: .*1 Talk.*The administrator is admin/ms),
    })
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('0 objects created, 0 changed') })
  })

  it('whose first import failed while writing contains no site, and accepts the next import', async () => {
    const url = await fresh()
    const DATA_DIR = path.join(programs.directory, 'none')
    const env = { DATABASE_URL: url, DATA_DIR, PASSWORD_COST: '4' }
    const config = readConfig(env)
    const fill = async (store: PostgresStore) => {
      await fillSite(store, config, { say: () => {} })
      throw new Error('The disk is full.')
    }
    await expect(openServerDatabase({ url, dataDir: DATA_DIR, fill })).rejects.toThrow('The disk is full.')
    expect(await holdsSite(config)).toBe(false)
    const [types, imported] = await programs.runEach([
      { args: ['types', 'list'], env },
      { args: ['import', 'schedule', schedule()], env },
    ])
    expect(types).toMatchObject({ code: 1, err: expect.stringContaining('the database does not contain a site') })
    expect(imported).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Created: .*1 Talk.*The administrator is admin/ms),
    })
  })
})
