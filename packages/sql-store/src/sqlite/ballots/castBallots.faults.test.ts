import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { buildCreations, createPrograms, type Programs, uidFor } from '@plenum/testkit'
import Database from 'libsql'
import { type SqliteStore, sqliteStore } from '../store.js'

// In this test, separate processes vote with the built store, and are killed at random moments.
const poll = uidFor('/')

/** Casts votes in an endless loop, eight at a time, and prints the voter and outcome of each vote. */
const program = `
  import { writeSync } from 'node:fs'
  import { sqliteStore } from '@plenum/sql-store'
  import Database from 'libsql'
  const [file, prefix] = process.argv.slice(1)
  const { content } = sqliteStore({ open: () => new Database(file) })
  let next = 0
  const vote = async () => {
    while (next < 2000) {
      const id = prefix + next++
      const outcome = await content.cast(
        { poll: '${poll}', revision: 0, voter: { kind: 'member', id }, options: [next % 3], time: next })
      writeSync(1, (typeof outcome === 'string' ? outcome : 'cast') + ' ' + id + '\\n')
    }
  }
  await Promise.all(Array.from({ length: 8 }, vote))
  await content.close()
`

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

interface Voting {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  readonly ended: Promise<unknown>
}

function startVoting(file: string, prefix: string): Voting {
  const args = ['--input-type=module', '--eval', program, '--', file, prefix]
  const child = programs.launch(process.execPath, args)
  const lines: string[] = []
  if (child.stdout) createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  child.stderr?.on('data', text => process.stderr.write(text))
  return { child, lines, ended: once(child, 'close') }
}

const openFile = (file: string): SqliteStore => sqliteStore({ open: () => new Database(file) })

async function newPoll(): Promise<string> {
  const file = join(programs.directory, 'votes.db')
  const { content } = openFile(file)
  await content.commit({ creates: buildCreations('/') })
  await content.close()
  return file
}

async function countedIn({ content }: SqliteStore): Promise<Set<string>> {
  return content.read(async reader => {
    const [tally, { voters }] = [await reader.tally(poll), await reader.ballots(poll)]
    const counted = new Set(voters.map(voter => (voter.kind === 'member' ? voter.id : '')))
    const votes = [...tally.counts.values()].reduce((sum, count) => sum + count, 0)
    expect([voters.length, tally.voters, tally.casts, votes]).toEqual(Array(4).fill(counted.size))
    return counted
  })
}

const answered = ({ lines }: Voting, outcome: string) =>
  lines.filter(line => line.startsWith(`${outcome} `)).map(line => line.slice(outcome.length + 1))

describe('processes that vote', () => {
  it('can be killed at any moment: every confirmed vote counts once, and the log is empty after the next start', async () => {
    const file = await newPoll()
    let acknowledged = 0
    for (let round = 0; round < 8; round++) {
      const voting = startVoting(file, `round-${round}-`)
      while (voting.lines.length === 0) await delay(5)
      await delay(37 * round)
      voting.child.kill('SIGKILL')
      await voting.ended
      acknowledged += answered(voting, 'cast').length
      const store = openFile(file)
      expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0)
      const counted = await countedIn(store)
      expect(answered(voting, 'cast').filter(id => !counted.has(id))).toEqual([])
      expect(counted.size).toBeGreaterThanOrEqual(acknowledged)
      // In each round, up to eight votes may have been counted but not yet acknowledged.
      expect(counted.size).toBeLessThanOrEqual(acknowledged + 8 * (round + 1))
      await store.close()
    }
  }, 60_000)

  it('count each voter once, even if both receive the same votes', async () => {
    const file = await newPoll()
    const both = [startVoting(file, 'voter-'), startVoting(file, 'voter-')]
    await Promise.all(both.map(({ ended }) => ended))
    const cast = both.flatMap(voting => answered(voting, 'cast'))
    const refused = both.flatMap(voting => answered(voting, 'already-voted'))
    expect([cast.length, new Set(cast).size, refused.length]).toEqual([2000, 2000, 2000])
    const store = openFile(file)
    expect(await countedIn(store)).toEqual(new Set(cast))
    await store.close()
  }, 60_000)
})
