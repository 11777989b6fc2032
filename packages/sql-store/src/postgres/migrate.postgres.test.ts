import { randomBytes } from 'node:crypto'
import { freshDatabases } from '@plenum/testkit'
import { pathIndex } from './catalogTables.js'
import { migrate } from './migrate.js'
import { migrations } from './migrations.js'
import { openPool } from './openPool.js'

const fresh = freshDatabases(afterAll)

/** The definition of the index of paths, in a database with one object that the version before had at a path. */
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
  it('gets an index of paths that has what a search below a folder looks at', async () => {
    expect(await pathIndexOf('/a')).toMatch(/^CREATE UNIQUE INDEX .*\(path\) INCLUDE \(seq, kind_id, access_id, /)
  })

  it('keeps its index where a path leaves no place for more', async () => {
    // Random, as what can be compressed takes less place.
    expect(await pathIndexOf(`/${randomBytes(1335).toString('hex')}`)).toMatch(/^CREATE UNIQUE INDEX .*\(path\)$/)
  })
})
