import { randomBytes } from 'node:crypto'
import { buildFile, freshDatabases } from '@plenum/testkit'
import { openPool } from '../server/openPool.js'
import { pathIndex } from './catalogTables.js'
import { fileReferences } from './fileReferences.js'
import { migrate } from './migrate.js'
import { endedLoginTable, migrations } from './migrations.js'

const fresh = freshDatabases(afterAll)

async function pathIndexOf(path: string): Promise<string> {
  const pool = await openPool({ url: await fresh(), size: 1 })
  try {
    await migrate(pool, migrations.slice(0, migrations.indexOf(pathIndex)))
    await pool.query(`
      INSERT INTO access (id, holders) VALUES (1, '[]');
      INSERT INTO kind (id, value_list) VALUES (1, '[]')`)
    await pool.query(
      `INSERT INTO node (uid, path, depth, position, type, revision, modified, access_id, kind_id)
        VALUES ('a', $1, 1, 0, 'Document', 1, 0, 1, 1)`,
      [path],
    )
    await migrate(pool)
    expect((await pool.query('SELECT path FROM node')).rows).toEqual([{ path }])
    return (await pool.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'node_path_key'`)).rows[0].indexdef
  } finally {
    await pool.end()
  }
}

describe('an older database', () => {
  it('without reference counts of files gets them, and the list of erasable files', async () => {
    const pool = await openPool({ url: await fresh(), size: 1 })
    try {
      await migrate(pool, migrations.slice(0, migrations.indexOf(fileReferences)))
      await pool.query(`
        INSERT INTO access (id, holders) VALUES (1, '[]');
        INSERT INTO kind (id, value_list) VALUES (1, '[]');
        INSERT INTO node (uid, path, depth, position, type, revision, modified, access_id, kind_id)
          VALUES ('a', '/', 0, 0, 'Document', 1, 0, 1, 1);
        INSERT INTO version (seq, number, time, actor, comments, records) VALUES (1, 0, 5, '', '', 0);
        INSERT INTO file_piece (digest, number, bytes)
          VALUES ('now', 0, ''), ('then', 0, ''), ('left', 0, ''), ('left', 1, ''), ('inner', 0, '')`)
      const fields = {
        title: 'A\u0000 \ud800 \\u0000 \\\u0000 \\\\ud800',
        image: buildFile('now'),
        blocks: { a: buildFile('inner') },
        none: null,
      }
      await pool.query('INSERT INTO node_doc (seq, doc) VALUES (1, $1)', [JSON.stringify({ fields })])
      const version = JSON.stringify({ fields: { image: buildFile('then') } })
      await pool.query('INSERT INTO version_doc (seq, number, doc) VALUES (1, 0, $1)', [version])
      await migrate(pool)
      expect((await pool.query('SELECT digest, seq, version FROM file_reference ORDER BY digest')).rows).toEqual([
        { digest: 'now', seq: 1, version: null },
        { digest: 'then', seq: 1, version: 0 },
      ])
      const erasable = async () => (await pool.query('SELECT digest FROM erasable_file ORDER BY digest')).rows
      expect(await erasable()).toEqual([{ digest: 'inner' }, { digest: 'left' }])
      await pool.query('DELETE FROM node')
      expect(await erasable()).toEqual(['inner', 'left', 'now', 'then'].map(digest => ({ digest })))
    } finally {
      await pool.end()
    }
  })

  it('gets an index of paths that covers searches below a folder', async () => {
    expect(await pathIndexOf('/a')).toMatch(/^CREATE UNIQUE INDEX .*\(path\) INCLUDE \(seq, kind_id, access_id, /)
  })

  it('keeps its old index if a path leaves no room for more columns', async () => {
    // The path is random, so that PostgreSQL cannot compress it in the index.
    expect(await pathIndexOf(`/${randomBytes(1335).toString('hex')}`)).toMatch(/^CREATE UNIQUE INDEX .*\(path\)$/)
  })

  it('keeps ended logins, each in a separate row from then on', async () => {
    const pool = await openPool({ url: await fresh(), size: 1 })
    try {
      await migrate(pool, migrations.slice(0, migrations.indexOf(endedLoginTable)))
      await pool.query(`
        INSERT INTO "user" (id, folded_id, folded_fullname, folded_email, doc, ended_logins) VALUES
          ('anna', '', '', '', '{}', '{"before":3,"until":{"a":1700000000123,"b":7}}'), ('bo', '', '', '', '{}', '')`)
      await migrate(pool)
      const { rows } = await pool.query('SELECT user_id, login, until FROM ended_login ORDER BY login')
      expect(rows).toEqual([
        { user_id: 'anna', login: 'a', until: 1_700_000_000_123 },
        { user_id: 'anna', login: 'b', until: 7 },
      ])
      const texts = await pool.query('SELECT ended_logins FROM "user" ORDER BY id')
      expect(texts.rows.map(({ ended_logins: text }) => text && JSON.parse(text))).toEqual([
        { before: 3, until: {} },
        '',
      ])
    } finally {
      await pool.end()
    }
  })
})
