import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPrograms, type Ended, type Programs, password } from '@plenum/testkit'
import Database from 'libsql'

const plenum = path.resolve(import.meta.dirname, '../bin/plenum.js')
const env = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
const sound = mkdtempSync(path.join(tmpdir(), 'plenum-sound-'))

let programs: Programs
let file: string

beforeAll(async () => {
  const once = createPrograms()
  const server = await once.serve(env)
  await server.stop()
  copyFileSync(path.join(once.directory, 'plenum.sqlite'), path.join(sound, 'plenum.sqlite'))
  await once.close()
})

afterAll(() => rmSync(sound, { recursive: true }))

beforeEach(() => {
  programs = createPrograms()
  file = path.join(programs.directory, 'plenum.sqlite')
})

afterEach(() => programs.close())

const copySound = () => copyFileSync(path.join(sound, 'plenum.sqlite'), file)

function change(...statements: readonly string[]): void {
  const database = new Database(file)
  for (const statement of ['PRAGMA journal_mode = DELETE', ...statements]) database.exec(statement)
  database.close()
}

const newMade = 'restore it from a backup, or move it away to have a new site created at the next start.'

const unusable: readonly [what: string, make: () => void, reason: string][] = [
  ['is empty', () => writeFileSync(file, ''), `is empty; ${newMade}`],
  ['is no database', () => writeFileSync(file, 'Dear diary, '.repeat(1000)), 'is not a Plenum database; name'],
  ['is a directory', () => mkdirSync(file), 'is not a Plenum database; name'],
  ['is that of another program', () => change('CREATE TABLE note (id, text)'), 'is not a Plenum database; name'],
  [
    'is that of another program with tables of the same names',
    () => change(...['store', 'node', 'user'].map(name => `CREATE TABLE ${name} (id)`), 'PRAGMA user_version = 3'),
    'is not a Plenum database; name',
  ],
  [
    'was cut to half',
    () => {
      copySound()
      truncateSync(file, statSync(file).size / 2)
    },
    `is damaged; ${newMade}`,
  ],
  [
    'lost its end',
    () => {
      copySound()
      truncateSync(file, statSync(file).size - 1)
    },
    `is damaged; ${newMade}`,
  ],
  [
    'is no longer than its head',
    () => writeFileSync(file, readFileSync(path.join(sound, 'plenum.sqlite')).subarray(0, 60)),
    'is damaged',
  ],
  [
    'was written over in the middle',
    () => {
      copySound()
      const bytes = readFileSync(file)
      bytes.fill(0xa5, 4096 * 3, 4096 * 9)
      writeFileSync(file, bytes)
    },
    `is damaged; ${newMade}`,
  ],
  [
    'has no user',
    () => {
      copySound()
      change('DELETE FROM user')
    },
    `has no user: nobody could log in; ${newMade}`,
  ],
  [
    'has no site root',
    () => {
      copySound()
      change('PRAGMA foreign_keys = ON', 'DELETE FROM node')
    },
    `has no site root; ${newMade}`,
  ],
  [
    'was written by a newer version',
    () => {
      copySound()
      change('PRAGMA user_version = 1000')
    },
    'was written by a newer version of Plenum; start that version',
  ],
]

const contentOf = (name: string) => (statSync(name).isFile() ? readFileSync(name).toString('base64') : 'directory')

const commands: readonly (readonly string[])[] = [
  ['types', 'list'],
  ['user', 'add', 'ada', '--email', 'ada@example.org'],
  ['import', 'schedule', 'schedule.json'],
  ['poll', 'export', 'polls.json'],
]

interface Refused {
  readonly file: string
  readonly before: string
  readonly ended: Ended
}

/**
 * Runs commands that must reject a file. Each run uses a separate directory, in which `make` creates the file. All
 * commands run in the same process.
 */
async function refuse(runs: readonly { make(): void; args: readonly string[] }[]): Promise<readonly Refused[]> {
  const prepared = runs.map(({ make, args }, i) => {
    const DATA_DIR = path.join(programs.directory, String(i))
    mkdirSync(DATA_DIR)
    file = path.join(DATA_DIR, 'plenum.sqlite')
    make()
    return { file, before: contentOf(file), command: { args, env: { ...env, DATA_DIR } } }
  })
  const ended = await programs.runEach(prepared.map(({ command }) => command))
  return prepared.map((one, i) => ({ ...one, ended: ended[i] ?? { code: -1, out: '', err: '' } }))
}

describe('a file that is not the database of a site', () => {
  it('is refused with a message that names the file, and not written to', async () => {
    const refused = await refuse(unusable.map(([, make]) => ({ make, args: ['serve'] })))
    for (const [i, { file, before, ended }] of refused.entries()) {
      const [what, , reason] = unusable[i] ?? []
      const { code, out, err } = ended
      expect([what, code, out]).toEqual([what, 1, ''])
      expect([what, err.slice(0, `DATA_DIR: ${file} ${reason}`.length)]).toEqual([what, `DATA_DIR: ${file} ${reason}`])
      expect([what, err.trimEnd()]).toEqual([what, expect.not.stringContaining('\n')])
      expect([what, contentOf(file) === before]).toEqual([what, true])
    }
  })

  it('is refused by commands too', async () => {
    const refused = await refuse(commands.map(args => ({ make: () => writeFileSync(file, ''), args })))
    for (const [i, { file, ended }] of refused.entries()) {
      const { code, err } = ended
      expect([commands[i], code, err]).toEqual([commands[i], 1, `DATA_DIR: ${file} is empty; ${newMade}\n`])
      expect(statSync(file).size).toBe(0)
    }
  })

  it('ends the process with 1', async () => {
    writeFileSync(file, '')
    const { code, out, err } = await programs.run(['serve'], { env })
    expect([code, out, err]).toEqual([1, '', `DATA_DIR: ${file} is empty; ${newMade}\n`])
  })

  it('is used if it is intact, even after a kill', async () => {
    copySound()
    const server = await programs.serve(env)
    await server.kill()
    const { code, out } = await programs.run(['types', 'list'], { env })
    expect([code, out]).toEqual([0, expect.stringContaining('Document')])
  })
})

it('a log left over from another database is not applied to a new one', async () => {
  writeFileSync(`${file}-wal`, 'x'.repeat(5000))
  const { code, err } = await programs.run(['serve'], { env })
  expect([code, err]).toEqual([1, expect.stringContaining(`DATA_DIR: ${file}-wal belongs to a missing database`)])
  expect([existsSync(file), readFileSync(`${file}-wal`, 'utf8').length]).toEqual([false, 5000])
})

it('a database locked by another program is reported as such', async () => {
  copySound()
  const other = new Database(file)
  other.exec('PRAGMA journal_mode = DELETE')
  other.exec('BEGIN EXCLUSIVE')
  const { code, err } = await programs.run(['types', 'list'], { env })
  other.exec('ROLLBACK')
  other.close()
  expect([code, err]).toEqual([1, expect.stringContaining(`DATA_DIR: ${file} cannot be used (SQLITE_BUSY): another`)])
  expect(err).not.toContain('    at ')
}, 60_000)

async function ending(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: programs.directory, PORT: '0', ...env },
    ...options,
  })
  let err = ''
  child.stderr?.on('data', chunk => (err += chunk))
  const [code] = await once(child, 'close')
  return { code, err }
}

/**
 * The id of a user who must not write to the files. Tests that run as root run the program as this user, because root
 * may write to every file.
 */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const asNobody: SpawnOptions = isRoot ? { uid: nobody, gid: nobody } : {}

it('a read-only file is refused before anything else', async () => {
  copySound()
  chmodSync(file, 0o444)
  if (isRoot) chownSync(programs.directory, nobody, nobody)
  const { code, err } = await ending(process.execPath, [plenum, 'serve'], asNobody)
  expect([code, err]).toEqual([1, `DATA_DIR: ${file} cannot be used (EACCES): let this user read and write it.\n`])
})

it('a read-only directory is refused', async () => {
  copySound()
  chmodSync(programs.directory, 0o555)
  const { code, err } = await ending(process.execPath, [plenum, 'serve'], asNobody)
  chmodSync(programs.directory, 0o755)
  expect([code, err]).toEqual([1, expect.stringMatching(/^DATA_DIR: \S+ is not writable \(EACCES\)\. .*\n$/)])
})

it('a process with too few file descriptors reports this', async () => {
  const { code, err } = await ending('sh', ['-c', `ulimit -n 64; exec "${process.execPath}" "${plenum}" serve`])
  expect([code, err]).toEqual([1, 'This process may open only 64 files at a time; allow at least 256 (`ulimit -n`).\n'])
})
