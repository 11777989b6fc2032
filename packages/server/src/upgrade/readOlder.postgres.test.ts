import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabases } from '@plenum/testkit'
import pg from 'pg'
import { readConfig } from '../config.js'
import { runDoctor } from '../doctor/doctor.js'
import { backupSite, restoreSite } from '../portable/copySite.js'
import { readSite } from './openToRead.js'

const fresh = freshDatabases(afterAll)
const fixture = path.join(__dirname, '../portable/fixtures/version1.plenum')

async function onDatabase<T>(url: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}

/**
 * SQL that reverts several upgrade steps, so that the database has an older schema. To read this database, the program
 * must add a column and rebuild the catalog.
 */
const downgrade = `
  DROP TABLE ended_login, event, subscription, webhook, webhook_delivery, lease, mail, pending_upload_piece,
    pending_upload;
  ALTER TABLE store DROP COLUMN invalidations, DROP COLUMN feed, DROP COLUMN position;
  UPDATE schema_version SET version = 8;
  UPDATE node_doc SET doc = replace(doc, '"catalog_form":', '"former_form":')`

async function olderSite(): Promise<string> {
  const url = await fresh()
  await restoreSite(fixture, url, readConfig({}))
  await onDatabase(url, client => client.query(downgrade))
  return url
}

const dump = (url: string): Promise<unknown> =>
  onDatabase(url, async client => {
    const ask = async (text: string) => (await client.query(text)).rows
    const tables = await ask(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
    const rows: unknown[] = []
    for (const { name } of tables) rows.push(name, await ask(`SELECT t::text FROM ${name} t ORDER BY 1`))
    const columns =
      "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"
    const sequences = 'SELECT sequencename, last_value FROM pg_sequences ORDER BY 1'
    const indexes = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
    return [rows, await ask(columns), await ask(sequences), await ask(indexes)]
  })

const content = (url: string): Promise<unknown> =>
  onDatabase(url, async client => [
    // The root is excluded, because every restore generates a new secret for the root.
    (await client.query("SELECT path, doc FROM node JOIN node_doc USING (seq) WHERE path <> '/' ORDER BY path")).rows,
    (await client.query('SELECT id, doc FROM "user" ORDER BY id')).rows,
    (await client.query('SELECT number, doc FROM version_doc ORDER BY seq, number')).rows,
  ])

async function examine(url: string, options = { deep: true, repair: false }) {
  const lines: string[] = []
  const isSound = await runDoctor({ DATABASE_URL: url, DATA_DIR: '/none', PORT: '0' }, options, {
    say: line => lines.push(line),
  })
  return { isSound, report: lines.join('\n') }
}

const older = 'database has schema version 8, but this program expects version'

describe('an older PostgreSQL database', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plenum-older-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is checked by the doctor as if upgraded, and not changed', async () => {
    const url = await olderSite()
    const before = await dump(url)
    const { report } = await examine(url)
    // The report may also contain a section about the clock, because the fixture contains content with dates in 2027,
    // which may be in the future.
    expect(report).toMatch(/Database:\n {2}Note: .*\n {2}Remedy: .*\nTypes and workflows: fine\..*\nContent: fine\.$/s)
    expect(report).toContain(`Note: The ${older}`)
    expect(report).toContain('Remedy: Stop the service, back up the database with `pg_dump ')
    expect(await dump(url)).toEqual(before)
  })

  it('is backed up, not changed, and restored with the same content', async () => {
    const url = await olderSite()
    const before = await dump(url)
    const file = path.join(folder, 'site.plenum')
    const lines: string[] = []
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder })
    const written = await readSite(config, { onOlder: line => lines.push(line), read: site => backupSite(site, file) })
    expect(lines).toEqual([expect.stringContaining(older)])
    expect(await dump(url)).toEqual(before)
    const restored = await fresh()
    expect(await restoreSite(file, restored, readConfig({}))).toEqual(written)
    expect(await content(restored)).toEqual(await content(url))
  })

  it('is not repaired', async () => {
    const url = await olderSite()
    const before = await dump(url)
    const { isSound, report } = await examine(url, { deep: true, repair: true })
    expect([isSound, report]).toEqual([false, expect.stringMatching(/schema version 8.*run `plenum upgrade`/s)])
    expect(await dump(url)).toEqual(before)
  })

  it('is not locked for a service that uses it', async () => {
    const url = await olderSite()
    const service = new pg.Client({ connectionString: url, application_name: 'plenum' })
    await service.connect()
    try {
      const { isSound, report } = await examine(url)
      expect([isSound, report]).toEqual([false, expect.stringContaining('is in use by another Plenum process')])
    } finally {
      await service.end()
    }
  })
})
