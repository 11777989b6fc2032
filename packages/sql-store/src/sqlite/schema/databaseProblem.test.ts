import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCreations, buildUser } from '@plenum/testkit'
import Database from 'libsql'
import { sqliteStore } from '../store.js'
import { databaseProblem, type ProblemOptions } from './databaseProblem.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-problem-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

interface DatabaseParts {
  readonly user?: boolean
  readonly root?: boolean
  readonly change?: string
}

/**
 * Runs a statement on a database, which by default contains a user and a site root, and returns the problem with the
 * database.
 */
async function problemOf(
  { user = true, root = true, change = '' }: DatabaseParts,
  options: Partial<ProblemOptions> = {},
) {
  const file = join(folder, `${files++}.db`)
  const store = sqliteStore({ open: () => new Database(file) })
  if (user) await store.users.add(buildUser('ada'))
  if (root) await store.content.commit({ creates: buildCreations('/') })
  await store.close()
  const database = new Database(file)
  if (change) database.exec(change)
  const problem = databaseProblem(database, { thorough: true, size: null, ...options })
  database.close()
  return problem
}

const problemOfNew = (statements: string) => {
  const database = new Database(join(folder, `${files++}.db`))
  database.exec(statements)
  return databaseProblem(database, { thorough: true, size: null })
}

describe('the database of a site', () => {
  it('passes the quick and the full check', async () => {
    expect([await problemOf({}), await problemOf({}, { thorough: false, size: 4096 })]).toEqual([null, null])
  })

  it('contains a user and a root', async () => {
    expect([await problemOf({ user: false }), await problemOf({ root: false })]).toEqual(['no-user', 'no-root'])
  })

  it('contains the tables of Plenum in a known version', async () => {
    expect(problemOfNew('')).toBe('empty')
    expect(problemOfNew('CREATE TABLE note (id)')).toBe('foreign')
    const namesakes = 'CREATE TABLE store (a); CREATE TABLE node (a); CREATE TABLE user (a);'
    expect([problemOfNew(namesakes), problemOfNew(`${namesakes} PRAGMA user_version = 2`)]).toEqual([
      'foreign',
      'foreign',
    ])
    expect(await problemOf({ change: 'PRAGMA user_version = 99' })).toBe('newer')
  })

  it('ends with a whole page, unless a log contains the rest', async () => {
    expect(await problemOf({}, { size: 4095 })).toBe('broken')
  })
})
