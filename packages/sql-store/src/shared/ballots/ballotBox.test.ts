import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ballot, Voter } from '@plenum/core/ports'
import { ballotBoxSuite, buildCreations, buildEntry, buildNode, runsOf, uidFor } from '@plenum/testkit'
import fc from 'fast-check'
import Database from 'libsql'
import { type SqliteStore, type SqliteStoreOptions, sqliteStore } from '../../sqlite/store.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-ballots-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

const newFile = () => join(folder, `${files++}.db`)
const openFile = (file: string, options: Partial<SqliteStoreOptions> = {}): SqliteStore =>
  sqliteStore({ open: () => new Database(file), ...options })

const poll = uidFor('/')
const member = (id: string): Voter => ({ kind: 'member', id })
const ballot = (id: string, more: Partial<Ballot> = {}): Ballot => ({
  poll,
  revision: 0,
  voter: member(id),
  options: [0],
  time: 5000,
  ...more,
})

async function cast({ content }: SqliteStore, ballot: Ballot): Promise<string> {
  const outcome = await content.cast(ballot)
  return typeof outcome === 'string' ? outcome : 'cast'
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `voter-${1000 + i}`)
const tallyIn = ({ content }: SqliteStore) => content.read(reader => reader.tally(poll))
const votersIn = async ({ content }: SqliteStore) => (await content.read(reader => reader.ballots(poll))).voters

async function withPoll(options: Partial<SqliteStoreOptions> = {}): Promise<{ file: string; store: SqliteStore }> {
  const file = newFile()
  const store = openFile(file, options)
  await store.content.commit({ creates: buildCreations('/') })
  return { file, store }
}

ballotBoxSuite({ describe, it }, 'votes in SQLite', async () => openFile(newFile()).content)

describe('votes in a database file', () => {
  it('persist after the database is reopened', async () => {
    const { file, store } = await withPoll()
    for (const name of names(30)) await cast(store, ballot(name, { options: [0, 3] }))
    const [tally, voters] = [await tallyIn(store), await votersIn(store)]
    await store.close()
    const next = openFile(file)
    expect(await tallyIn(next)).toEqual(tally)
    expect(await votersIn(next)).toEqual(voters)
    expect(voters).toEqual(names(30).map(member))
    expect(await cast(next, ballot('voter-1003'))).toBe('already-voted')
    await next.close()
  })

  it('are decided across all processes that share it', async () => {
    const { file, store } = await withPoll()
    const other = openFile(file)
    expect(await cast(store, ballot('ana'))).toBe('cast')
    expect(await cast(other, ballot('ana'))).toBe('already-voted')
    expect(await cast(other, ballot('bob'))).toBe('cast')
    const updates = [{ node: buildNode('/'), entry: buildEntry() }]
    await other.content.commit({ updates, clearBallots: [{ poll, options: [0] }] })
    expect(await cast(store, ballot('eve'))).toBe('moved')
    expect(await cast(store, ballot('ana', { revision: 1 }))).toBe('cast')
    expect(await tallyIn(other)).toEqual({ counts: new Map([[0, 1]]), voters: 1, casts: 4, lastVote: 5000 })
    await Promise.all([store.close(), other.close()])
  })

  it('leave no row behind when their poll is removed', async () => {
    const { file, store } = await withPoll()
    await Promise.all(names(30).map(name => cast(store, ballot(name))))
    await store.content.commit({ removes: ['/'] })
    const database = new Database(file)
    for (const table of ['tally', 'voters'])
      expect(database.prepare(`SELECT count(*) AS n FROM ${table}`).all([])).toEqual([{ n: 0 }])
    database.close()
    await store.close()
  })
})

describe('waiting votes', () => {
  async function watchedPoll() {
    const opened: InstanceType<typeof Database>[] = []
    const statements: string[] = []
    const file = newFile()
    const open = () => {
      const database = new Database(file)
      opened.push(database)
      return {
        prepare: (text: string) => database.prepare(text),
        exec: (text: string) => {
          statements.push(text)
          return database.exec(text)
        },
        close: () => database.close(),
      }
    }
    const store = openFile(file, { open })
    await store.content.commit({ creates: buildCreations('/') })
    const [writing] = opened
    if (!writing) throw new Error('The store opened no connection.')
    statements.splice(0)
    return { store, writing, commits: () => statements.filter(text => text === 'COMMIT').length }
  }

  it('are flushed together, a thousand at most', async () => {
    const { store, commits } = await watchedPoll()
    const casting = names(1200).map(name => cast(store, ballot(name)))
    expect(new Set(await Promise.all(casting.slice(0, 1000)))).toEqual(new Set(['cast']))
    expect(commits()).toBe(1)
    await Promise.all(casting)
    expect(commits()).toBe(2)
    await store.close()
  })

  it('need no flush if none of them counts', async () => {
    const { store, commits } = await watchedPoll()
    await cast(store, ballot('ana'))
    await Promise.all([cast(store, ballot('ana')), cast(store, ballot('bob', { revision: 9 }))])
    expect(commits()).toBe(1)
    await store.close()
  })

  it('all fail if they cannot be written, and later ones succeed', async () => {
    const { store, writing } = await watchedPoll()
    await cast(store, ballot('ana'))
    const before = await tallyIn(store)
    const [limit] = writing.prepare('PRAGMA max_page_count').all([]) as { max_page_count: number }[]
    writing.exec('PRAGMA max_page_count = 1')
    const outcomes = await Promise.allSettled(names(300).map(name => cast(store, ballot(name))))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(outcomes[0]).toMatchObject({ reason: { code: 'store-unavailable', cause: { code: 'SQLITE_FULL' } } })
    expect(await tallyIn(store)).toEqual(before)
    expect(await votersIn(store)).toEqual([member('ana')])
    writing.exec(`PRAGMA max_page_count = ${limit?.max_page_count}`)
    expect(await Promise.all(names(300).map(name => cast(store, ballot(name))))).toContain('cast')
    expect((await tallyIn(store)).voters).toBe(301)
    await store.close()
  })

  it('are confirmed only after they are written, even if another process has locked the database', async () => {
    const { file, store } = await withPoll()
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    const answered: string[] = []
    const casting = ['ana', 'bob'].map(async name => answered.push(await cast(store, ballot(name))))
    await delay(20)
    casting.push(cast(store, ballot('eve')).then(outcome => answered.push(outcome)))
    await delay(20)
    expect(answered).toEqual([])
    other.exec('COMMIT')
    await Promise.all(casting)
    expect(answered).toEqual(['cast', 'cast', 'cast'])
    other.close()
    await store.close()
  })

  it('time out, and fail when the store is closed', async () => {
    const { file, store } = await withPoll({ lockTimeout: 20 })
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(cast(store, ballot('ana'))).rejects.toThrow('locked for more than 0.02 s')
    other.exec('ROLLBACK')
    other.close()
    expect((await tallyIn(store)).voters).toBe(0)
    const late = cast(store, ballot('ana'))
    await store.close()
    await expect(late).rejects.toThrow('closed')
    await expect(cast(store, ballot('ana'))).rejects.toThrow('closed')
  })
})

describe('the secrecy of votes', () => {
  const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

  const polls = ['/a', '/b']
  const voters = names(60)
  const picks = voters.map((_, i) => [0, 0, 0, 1, 1, 2][i % 6] ?? 0)

  interface Voting {
    readonly voters: readonly string[]
    readonly picks: readonly number[]
  }

  /**
   * The file of a closed database with two polls. All tests copy this file, because a new database would contain a
   * different stamp.
   */
  const unvoted = (async () => {
    const file = newFile()
    const { content, close } = openFile(file)
    await content.commit({ creates: buildCreations('/', ...polls) })
    await close()
    return file
  })()

  /**
   * Casts votes in a copy of the database with two polls. Returns the bytes of the file after the database has been
   * closed.
   */
  async function bytesAfter(votings: readonly Voting[]): Promise<Buffer> {
    const file = newFile()
    copyFileSync(await unvoted, file)
    const store = openFile(file)
    for (const i of voters.keys()) {
      for (const [p, { voters, picks }] of votings.entries()) {
        const vote = { poll: uidFor(polls[p] ?? ''), options: [picks[i] ?? 0] }
        expect(await cast(store, ballot(voters[i] ?? '', vote))).toBe('cast')
      }
    }
    await store.close()
    expect(sizeOf(`${file}-wal`)).toBe(0)
    return readFileSync(file)
  }

  // The files must be equal, because any difference would reveal a voter's choice or the time of a vote.
  it('makes closed databases identical, byte for byte, for any assignment of the same choices', async () => {
    const expected = await bytesAfter(polls.map(() => ({ voters, picks })))
    const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length })
    const voting = fc.record({ voters: shuffled(voters), picks: shuffled(picks) })
    const property = fc.asyncProperty(fc.tuple(voting, voting), async votings => {
      expect((await bytesAfter(votings)).equals(expected)).toBe(true)
    })
    await fc.assert(property, { numRuns: runsOf(100) })
  }, 60_000)

  it('removes the names of voters with cleared votes and removed polls', async () => {
    for (const change of [{ clearBallots: [{ poll, options: [0] }] }, { removes: ['/'] }]) {
      const { file, store } = await withPoll()
      await Promise.all(names(200).map(name => cast(store, ballot(name))))
      await store.content.commit(change)
      await store.close()
      expect(readFileSync(file).includes('voter-')).toBe(false)
    }
  })

  it('empties the log, which shows what was written together, soon after the last vote', async () => {
    const { file, store } = await withPoll()
    const sizeOfLog = () => sizeOf(`${file}-wal`)
    await cast(store, ballot('ana'))
    expect(sizeOfLog()).toBeGreaterThan(0)
    await store.content.read(() => delay(1200))
    for (let waited = 0; sizeOfLog() > 0 && waited < 5000; waited += 50) await delay(50)
    expect(sizeOfLog()).toBe(0)
    await store.close()
  })
})
