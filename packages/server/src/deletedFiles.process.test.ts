import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { basicAuthorization, createPrograms, eventually, type Programs, password } from '@plenum/testkit'
import Database from 'libsql'

jest.setTimeout(120_000)

const settings = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
const headers = { ...basicAuthorization('admin', password), 'content-type': 'application/json' }

let programs: Programs
let folder: string

beforeEach(() => {
  programs = createPrograms()
  folder = mkdtempSync(path.join(tmpdir(), 'plenum-deleted-'))
})

afterEach(async () => {
  await programs.close()
  rmSync(folder, { recursive: true })
})

/** Returns the content of a file. The unique string at its beginning makes the content easy to find in the database. */
const secret = (name: string): Buffer =>
  Buffer.concat([Buffer.from(`TOP-SECRET ${name} `), Buffer.alloc(500_000, name)])

const fileOf = (name: string) => ({
  file: { data: secret(name).toString('base64'), encoding: 'base64', filename: `${name}.bin`, 'content-type': 'a/b' },
})

async function send(url: string, method: string, body?: object): Promise<void> {
  const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

const upload = (url: string, name: string) => send(url, 'POST', { '@type': 'File', id: name, ...fileOf(name) })

function rowsOf<Row>(query: string): readonly Row[] {
  const database = new Database(path.join(programs.directory, 'plenum.sqlite'), { readonly: true })
  try {
    return database.prepare(query).all() as Row[]
  } finally {
    database.close()
  }
}

const storedFiles = () => rowsOf<{ digest: string }>('SELECT DISTINCT digest FROM file_piece').length

async function secretsInBackup(name: string): Promise<number> {
  const file = path.join(folder, name)
  expect(await programs.run(['backup', file], { env: settings })).toMatchObject({ code: 0 })
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  const files = lines.filter(line => line.includes('"kind":"file"')).map(line => JSON.parse(line).part.bytes)
  return files.filter(bytes => Buffer.from(bytes, 'base64').includes('TOP-SECRET')).length
}

describe('the bytes of deleted files', () => {
  it('disappear from backups immediately, and soon from the database', async () => {
    const server = await programs.serve(settings)
    for (const name of ['deleted', 'replaced', 'kept']) await upload(server.url, name)
    await send(`${server.url}/deleted`, 'DELETE')
    await send(`${server.url}/replaced`, 'PATCH', fileOf('new'))
    expect(await secretsInBackup('at-once.plenum')).toBe(2)
    await eventually('they are erased', async () => storedFiles() === 2, 60_000)
    await server.stop()
    const bytes = readFileSync(path.join(programs.directory, 'plenum.sqlite'))
    const present = ['deleted', 'replaced', 'kept', 'new'].filter(name => bytes.includes(`TOP-SECRET ${name}`))
    expect(present).toEqual(['kept', 'new'])
  })

  it('are erased by the next start if the service was killed before', async () => {
    const server = await programs.serve(settings)
    await send(server.url, 'POST', { '@type': 'Document', id: 'folder', title: 'Folder' })
    const names = Array.from({ length: 40 }, (_, n) => `file-${n}`)
    for (const name of names) await upload(`${server.url}/folder`, name)
    await upload(server.url, 'kept')
    await send(`${server.url}/folder`, 'DELETE')
    await eventually('erasing has begun', async () => storedFiles() < 41, 60_000)
    await server.kill()
    const left = storedFiles()
    expect(left).toBeGreaterThan(1)
    expect(await secretsInBackup('killed.plenum')).toBe(1)
    const again = await programs.serve(settings)
    await eventually('the rest is erased', async () => storedFiles() === 1, 60_000)
    const answer = await fetch(`${again.url}/kept/@@download/file`, { headers })
    expect(Buffer.from(await answer.arrayBuffer()).equals(secret('kept'))).toBe(true)
    await again.stop()
    const [pages] = rowsOf<{ used: number }>(
      'SELECT (page_count - freelist_count) * page_size AS used FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()',
    )
    expect(pages?.used).toBeLessThan(1.3 * secret('kept').length + 16 * 1024 * 1024)
  })

  it('left over from an earlier version are reported by the doctor, and erased by its repair', async () => {
    const server = await programs.serve(settings)
    await upload(server.url, 'kept')
    await server.stop()
    const database = new Database(path.join(programs.directory, 'plenum.sqlite'))
    database.exec(
      "INSERT INTO file_piece (digest, number, bytes) VALUES ('left', 0, zeroblob(700)), ('other', 0, zeroblob(300))",
    )
    database.close()
    const report = await programs.run(['doctor', '--deep'], { env: settings })
    expect(report).toMatchObject({ code: 0, out: expect.stringContaining('2 files of 1000 bytes') })
    expect(report.out).toMatch(/Note: Deleted files .*\n.*\n\s+Remedy: .*--repair/)
    const repaired = await programs.run(['doctor', '--repair'], { env: settings })
    expect(repaired).toMatchObject({ code: 0, out: expect.stringContaining('Content: fine.') })
    expect(storedFiles()).toBe(1)
  })
})
