import path from 'node:path'
import { freshDatabases } from '@plenum/testkit'
import pg from 'pg'
import { readConfig } from '../config.js'
import { restoreSite } from '../portable/copySite.js'
import { runDoctor } from './doctor.js'

const fresh = freshDatabases(afterAll)
const fixture = path.join(__dirname, '../portable/fixtures/version1.plenum')

async function damagedSite(...statements: readonly string[]): Promise<string> {
  const url = await fresh()
  await restoreSite(fixture, url, readConfig({}))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  return url
}

async function examine(url: string, flags: { deep?: boolean; repair?: boolean } = { deep: true }): Promise<string> {
  const lines: string[] = []
  const options = { deep: flags.deep ?? false, repair: flags.repair ?? false }
  await runDoctor({ DATABASE_URL: url, DATA_DIR: '/none', PORT: '0' }, options, { say: line => lines.push(line) })
  return lines.join('\n')
}

const page = `seq = (SELECT seq FROM node WHERE path = '/garden/compost')`

describe('plenum doctor on PostgreSQL', () => {
  it.each<[string, string, string]>([
    [
      'a missing value of an index',
      `DELETE FROM node_index WHERE name = 'sortable_title' AND ${page}`,
      '/garden/compost',
    ],
    ['another order', `UPDATE node SET index_sortable_title = 'zzz' WHERE ${page}`, '/garden/compost'],
    ['missing words', `DELETE FROM node_words WHERE ${page}`, '/garden/compost'],
    ['a wrong path', `UPDATE node SET parent = '/', depth = 1 WHERE ${page}`, 'node (1 rows)'],
    ['wrong counts', 'UPDATE kind_count SET objects = objects + 1', 'kind_count ('],
    ['missing holders', 'DELETE FROM access_holder', 'access_holder ('],
  ])('finds %s and repairs the site', async (_, damage, finding) => {
    const url = await damagedSite(damage)
    expect(await examine(url)).toContain(finding)
    expect(await examine(url, { repair: true })).toMatch(/Remaining problems:\nContent: fine\.$/)
  })

  it('finds orphaned votes', async () => {
    const url = await damagedSite(`DELETE FROM voters WHERE key LIKE '%edi%'`)
    expect(await examine(url)).toContain('/poll (counted 3, stored 2)')
  })

  it('accepts an intact site, and reports why a site cannot be opened', async () => {
    expect(await examine(await damagedSite())).toMatch(/Content: fine\.$/)
    expect(await examine(await fresh())).toContain('Note: There is no site at 127.0.0.1')
  })
})
