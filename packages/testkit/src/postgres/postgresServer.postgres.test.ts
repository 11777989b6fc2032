import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { eventually } from '../eventually.js'
import { createPrograms, type Programs } from '../programs.js'
import { freshDatabases } from './freshDatabases.js'
import { startPostgres } from './postgresServer.js'

const fresh = freshDatabases(afterAll)

async function query(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  try {
    await client.connect()
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

describe('databases for tests', () => {
  it('are empty and separate', async () => {
    const [one, other] = [await fresh(), await fresh()]
    await query(one, 'CREATE TABLE node (id integer)')
    expect(await query(one, 'SELECT * FROM node')).toEqual([])
    await expect(query(other, 'SELECT * FROM node')).rejects.toThrow('does not exist')
  })

  it('are on PostgreSQL 15 or newer, and store Unicode', async () => {
    const url = await fresh()
    const [row] = await query(url, `SELECT current_setting('server_version_num')::int AS version, 'Zoë ☂' AS text`)
    expect(row).toMatchObject({ text: 'Zoë ☂' })
    expect((row as { version: number }).version).toBeGreaterThanOrEqual(150_000)
  })

  it('require the password of the test run', async () => {
    const url = new URL(await fresh())
    url.password = 'guessed'
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  })
})

describe('a PostgreSQL server for tests', () => {
  it('retains committed data when it is killed, does not answer while it is paused, and is deleted when it is closed', async () => {
    const server = await startPostgres({ max_connections: '17' })
    try {
      expect(await query(server.url, 'SHOW max_connections')).toEqual([{ max_connections: '17' }])
      await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS value')
      await server.kill()
      await expect(query(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
      await server.restart()
      expect(await query(server.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
      server.pause()
      await expect(query(server.url, 'SELECT 1')).rejects.toThrow('timeout')
      server.resume()
      expect(await query(server.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
    } finally {
      await server.close()
    }
    await expect(query(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
    expect(existsSync(server.folder)).toBe(false)
  })

  it('reports the message of PostgreSQL if it does not start', async () => {
    await expect(startPostgres({ wal_level: 'nonsense' })).rejects.toThrow('invalid value for parameter "wal_level"')
  })
})

describe('a process that starts a PostgreSQL server', () => {
  const program = `
    import { startPostgres } from '@plenum/testkit'
    const { url } = await startPostgres(JSON.parse(process.argv[1])).catch(error => ({ url: error.message }))
    console.log(url)
    process.stdin.resume()
  `
  let programs: Programs
  let files: string

  beforeEach(() => {
    programs = createPrograms()
    files = path.join(programs.directory, 'files')
    mkdirSync(files)
    for (const folder of [programs.directory, files]) chmodSync(folder, 0o777)
  })

  afterEach(() => programs.close())

  async function start(settings: Readonly<Record<string, string>>) {
    const args = ['--input-type=module', '--eval', program, JSON.stringify(settings)]
    const child = programs.launch(process.execPath, args, { TMPDIR: files })
    child.stderr?.on('data', text => process.stderr.write(text))
    if (!child.stdout) throw new Error('The process has no output.')
    for await (const line of createInterface(child.stdout)) return { child, line }
    throw new Error('The process said nothing.')
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no processes and files when it ends by %s', async signal => {
    const { child, line: url } = await start({})
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(readdirSync(files)).toHaveLength(1)
    child.kill(signal)
    await eventually('the folder is gone', () => readdirSync(files).length === 0)
    await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  })

  it('leaves no processes and files if the server does not start', async () => {
    const { line } = await start({ wal_level: 'nonsense' })
    expect(line).toContain('PostgreSQL did not start')
    await eventually('the folder is gone', () => readdirSync(files).length === 0)
  })
})
