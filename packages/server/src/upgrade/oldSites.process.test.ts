import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { createPrograms, type Programs } from '@plenum/testkit'
import Database from 'libsql'

// `node tools/oldSites/makeOldSite.mjs` creates the test site for the current schema version. Run this program after
// you add a schema migration.
const folder = path.join(import.meta.dirname, '../../test/oldSites')
const names = readdirSync(folder).filter(name => name.endsWith('.sqlite.gz'))
const versions = names.map(name => Number(/\d+/.exec(name)?.[0])).sort((a, b) => a - b)

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const unpack = (name: string): Buffer => gunzipSync(readFileSync(path.join(folder, name)))

/**
 * Removes from a payload the keys that are new or whose rules have changed since an earlier version:
 * `release_schedule`, `mail_presenters`, `mail_optout`, `may_revert`, the date keys of polls whose dates are not set,
 * and the `login` key of groups in `@sharing`.
 */
function settled(value: Json): Json {
  if (Array.isArray(value)) return value.map(settled)
  if (typeof value !== 'object' || value === null) return value
  const isSame = ([key, one]: [string, Json]): boolean =>
    !['may_revert', 'release_schedule', 'mail_presenters', 'mail_optout'].includes(key) &&
    !(key === 'login' && one === null) &&
    !(isPollDate(key) && (one === null || one === false))
  const entries = Object.entries(value).filter(isSame)
  return Object.fromEntries(entries.map(([key, one]) => [key, settled(one)]))
}

const isPollDate = (key: string): boolean => ['open_date', 'close_date', 'expired'].includes(key)

let programs: Programs
beforeEach(() => {
  programs = createPrograms()
})
afterEach(() => programs.close())

async function answersAt(url: string): Promise<Json> {
  const program = programs.launch(process.execPath, ['tools/oldSites/printAnswers.mjs', url])
  const [printed] = await Promise.all([text(program.stdout as NodeJS.ReadableStream), once(program, 'exit')])
  return JSON.parse(printed) as Json
}

describe('the site of an earlier version', () => {
  it.each(versions)(
    'of schema version %s answers after the upgrade as before, and the doctor finds no fault',
    async version => {
      const file = path.join(programs.directory, 'plenum.sqlite')
      writeFileSync(file, unpack(`schema-${version}.sqlite.gz`))
      expect((await programs.run(['upgrade'])).code).toBe(0)
      const { code, out } = await programs.run(['doctor', '--deep'], { env: { PORT: '0' } })
      expect([code, out]).toEqual([0, expect.not.stringContaining('Fault')])
      const server = await programs.serve()
      const answers = settled(await answersAt(server.url))
      expect(answers).toEqual(settled(JSON.parse(unpack(`schema-${version}.json.gz`).toString()) as Json))
    },
  )

  it.each(versions)('of schema version %s is backed up unchanged, and restored answers as before', async version => {
    const [before, file] = [unpack(`schema-${version}.sqlite.gz`), path.join(programs.directory, 'plenum.sqlite')]
    const backup = path.join(programs.directory, 'site.plenum')
    const restored = path.join(programs.directory, 'restored')
    writeFileSync(file, before)
    expect((await programs.run(['backup', backup])).code).toBe(0)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect((await programs.run(['restore', backup], { env: { DATA_DIR: restored } })).code).toBe(0)
    const server = await programs.serve({ DATA_DIR: restored })
    const answers = settled(await answersAt(server.url))
    expect(answers).toEqual(settled(JSON.parse(unpack(`schema-${version}.json.gz`).toString()) as Json))
  })

  it('exists for the current schema version too, for future tests', async () => {
    const server = await programs.serve({ EMPTY_SITE: '1' })
    await server.stop()
    const database = new Database(path.join(programs.directory, 'plenum.sqlite'))
    const { user_version: latest } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    database.close()
    expect(versions).toContain(latest)
  })
})
