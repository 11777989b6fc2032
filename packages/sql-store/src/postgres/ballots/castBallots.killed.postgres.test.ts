import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { buildCreations, createPrograms, freshDatabases, type Programs, uidFor } from '@plenum/testkit'
import { postgresStore } from '../store.js'

// In this test, separate processes vote with the built store, and are killed at random moments.
const poll = uidFor('/')

/** Casts votes in an endless loop, eight at a time, and prints the voter and outcome of each vote. */
const program = `
  import { writeSync } from 'node:fs'
  import { postgresStore } from '@plenum/sql-store'
  const [url, prefix, most] = process.argv.slice(1)
  const { content, close } = await postgresStore({ url, readers: 2 })
  let next = 0
  const vote = async () => {
    while (next < Number(most)) {
      const id = prefix + next++
      const outcome = await content.cast(
        { poll: '${poll}', revision: 0, voter: { kind: 'member', id }, options: [next % 3], time: next })
      writeSync(1, (typeof outcome === 'string' ? outcome : 'cast') + ' ' + id + '\\n')
    }
  }
  await Promise.all(Array.from({ length: 8 }, vote))
  await close()
`

const fresh = freshDatabases(afterAll)
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

function startVoting(url: string, prefix: string, most: number): Voting {
  const args = ['--input-type=module', '--eval', program, '--', url, prefix, String(most)]
  const child = programs.launch(process.execPath, args)
  const lines: string[] = []
  if (child.stdout) createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  child.stderr?.on('data', text => process.stderr.write(text))
  return { child, lines, ended: once(child, 'close') }
}

async function newPoll(): Promise<string> {
  const url = await fresh()
  const { content, close } = await postgresStore({ url, readers: 2 })
  await content.commit({ creates: buildCreations('/') })
  await close()
  return url
}

async function countedIn(url: string): Promise<Set<string>> {
  const { content, close } = await postgresStore({ url, readers: 2 })
  const { tally, voters } = await content.read(async reader => ({
    tally: await reader.tally(poll),
    voters: (await reader.ballots(poll)).voters,
  }))
  await close()
  const counted = new Set(voters.map(voter => (voter.kind === 'member' ? voter.id : '')))
  const votes = [...tally.counts.values()].reduce((sum, count) => sum + count, 0)
  expect([voters.length, tally.voters, tally.casts, votes]).toEqual(Array(4).fill(counted.size))
  return counted
}

const answered = ({ lines }: Voting, outcome: string) =>
  lines.filter(line => line.startsWith(`${outcome} `)).map(line => line.slice(outcome.length + 1))

describe('processes that vote on PostgreSQL', () => {
  it('can be killed at any moment: every confirmed vote counts once', async () => {
    const url = await newPoll()
    let acknowledged = 0
    for (let round = 0; round < 5; round++) {
      const voting = startVoting(url, `round-${round}-`, 1_000_000)
      while (voting.lines.length === 0) await delay(5)
      await delay(61 * round)
      voting.child.kill('SIGKILL')
      await voting.ended
      acknowledged += answered(voting, 'cast').length
      const counted = await countedIn(url)
      expect(answered(voting, 'cast').filter(id => !counted.has(id))).toEqual([])
      // In each round, up to eight votes may have been counted but not acknowledged.
      expect(counted.size).toBeLessThanOrEqual(acknowledged + 8 * (round + 1))
    }
  }, 60_000)

  it('count each voter once, even if all of them receive the same votes', async () => {
    const url = await newPoll()
    const all = ['voter-', 'voter-', 'voter-'].map(prefix => startVoting(url, prefix, 1000))
    await Promise.all(all.map(({ ended }) => ended))
    const cast = all.flatMap(voting => answered(voting, 'cast'))
    const refused = all.flatMap(voting => answered(voting, 'already-voted'))
    expect([cast.length, new Set(cast).size, refused.length]).toEqual([1000, 1000, 2000])
    expect(await countedIn(url)).toEqual(new Set(cast))
  }, 60_000)
})
