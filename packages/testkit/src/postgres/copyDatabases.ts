import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { PostgresServer } from './server.js'
import type { TemporaryFolder } from './temporaryFolder.js'

export async function copyDatabases(from: PostgresServer, { path: folder, owner }: TemporaryFolder): Promise<void> {
  const data = path.join(folder, 'data')
  const run = (program: string, args: readonly string[], input = '') =>
    execFileSync(program, args, { ...owner, cwd: folder, input, stdio: ['pipe', 'ignore', 'pipe'] })
  const client = new pg.Client({ connectionString: from.url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`)
    run('cp', ['-a', path.join(from.folder, 'data'), data])
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)')
    run('tee', [path.join(data, 'backup_label')], rows[0]?.label)
  } finally {
    await client.end()
  }
  rmSync(path.join(data, 'postmaster.pid'))
  run('touch', [path.join(data, 'standby.signal')])
}
