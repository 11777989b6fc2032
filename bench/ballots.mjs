// What votes cost: durable votes per second against one commit per vote and against what the disk can flush, and what
// a tally costs when many have voted. Files lie in the directory of temporary files.
import { closeSync, fsyncSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqliteStore } from '@plenum/sql-store'
import Database from 'libsql'

const dir = mkdtempSync(path.join(tmpdir(), 'plenum-ballots-'))
const file = path.join(dir, 'ballots.sqlite')
const { content } = sqliteStore({ open: () => new Database(file) })

const uidOf = number => number.toString(16).padStart(32, '0')
const polls = { small: uidOf(1), large: uidOf(2), voting: uidOf(3) }
const create = at => ({
  node: {
    ...{ uid: at.uid, path: at.path, type: 'collective.polls.poll', revision: 0, created: 0, modified: 0 },
    ...{ creator: '', fields: {}, layout: null, states: {}, permissions: {}, localRoles: {}, blockLocalRoles: false },
  },
  entry: { holders: [], indexes: {}, titleWords: [], descriptionWords: [], words: [], columns: {} },
  records: [],
})
const paths = { small: '/', large: '/large', voting: '/voting' }
await content.commit({ creates: Object.entries(polls).map(([name, uid]) => create({ uid, path: paths[name] })) })

let visitors = 0
const newVisitor = () => ({ kind: 'visitor', token: `token-of-a-visitor-${visitors++}` })
const vote = poll => content.cast({ poll, revision: 0, voter: newVisitor(), options: [visitors % 5], time: Date.now() })

const median = figures => figures.toSorted((a, b) => a - b)[figures.length >> 1]
const show = (name, figure, unit, more = '') =>
  console.log(`${name.padEnd(34)} ${figure.toFixed(unit === 'µs' ? 1 : 0).padStart(8)} ${unit}${more}`)

/** How often a second `work` gets done, with so many at the same time. */
async function rateOf(callers, work) {
  const begun = performance.now()
  const end = begun + 700
  let done = 0
  const call = async () => {
    while (performance.now() < end) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / (performance.now() - begun)
}

/** Appends as much as a vote adds to the log, and flushes it. */
function createFlush() {
  const log = openSync(path.join(dir, 'flushes'), 'w')
  const pages = Buffer.alloc(2 * 4120, 1)
  let written = 0
  return {
    flush: () => {
      if (written > 4_000_000) {
        ftruncateSync(log)
        written = 0
      }
      written += writeSync(log, pages, 0, pages.length, written)
      fsyncSync(log)
    },
    close: () => closeSync(log),
  }
}

const { flush, close } = createFlush()
const works = [
  ['write and flush, no database', 1, flush],
  ['1 caller, a commit for each vote', 1, () => vote(polls.voting)],
  ['32 callers', 32, () => vote(polls.voting)],
  ['256 callers', 256, () => vote(polls.voting)],
]
const rates = works.map(() => [])
for (let round = 0; round < 6; round++) {
  for (const [i, [, callers, work]] of works.entries()) {
    const rate = await rateOf(callers, work)
    if (round > 0) rates[i].push(rate)
  }
}
close()
console.log('Durable votes, a second; medians of 5 rounds, ratios within a round')
for (const [i, [name]] of works.entries()) {
  const ratio = to => median(rates[i].map((rate, round) => rate / rates[to][round])).toFixed(2)
  show(name, median(rates[i]), '/s', i > 0 ? `   ${ratio(0)} of the flushes, ${ratio(1)} of one caller` : '')
}

console.log('\nOne poll with 10 voters, one with 1,000,000: microseconds, medians of 9 rounds')
const votersOf = count => Array.from({ length: count }, newVisitor)
for (const [poll, count] of [
  [polls.small, 10],
  [polls.large, 1_000_000],
]) {
  const counts = new Map(Array.from({ length: 5 }, (_, option) => [option, count / 5]))
  const before = statSync(file).size
  const begun = performance.now()
  await content.commit({ replaceBallots: [{ poll, ballots: { counts, voters: votersOf(count) } }] })
  const took = (performance.now() - begun) / 1000
  if (count > 10)
    console.log(
      `brought in within ${took.toFixed(1)} s, ${Math.round((statSync(file).size - before) / count)} bytes a voter`,
    )
}
const questions = [
  ['tally', poll => content.read(reader => reader.tally(poll))],
  ['has somebody voted', poll => content.read(reader => reader.hasVoted(poll, newVisitor()))],
  ['vote, 1 caller', vote],
]
for (const [name, ask] of questions) {
  const costs = { small: [], large: [] }
  for (let round = 0; round < 10; round++) {
    for (const size of ['small', 'large']) {
      const begun = performance.now()
      for (let i = 0; i < 300; i++) await ask(polls[size])
      if (round > 0) costs[size].push(((performance.now() - begun) * 1000) / 300)
    }
  }
  const ratio = median(costs.large.map((cost, round) => cost / costs.small[round]))
  show(`${name}, 10 voters`, median(costs.small), 'µs')
  show(`${name}, 1,000,000 voters`, median(costs.large), 'µs', `   ratio ${ratio.toFixed(2)}`)
}
await content.close()
rmSync(dir, { recursive: true })
