// Measures the number of durable votes per second, compared with one commit per vote and with the flush rate of the
// disk. Also measures the cost of requests to polls with few and with many voters. Files are written to the temporary
// directory.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqliteStore } from '@plenum/sql-store'
import Database from 'libsql'
import { sendMany, startServer } from './load.mjs'
import { createFlush, inRounds, median, rateOf, ratioOf } from './measure.mjs'
import { member } from './pollSite.mjs'

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

const show = (name, figure, unit, more = '') =>
  console.log(`${name.padEnd(34)} ${figure.toFixed(unit === 'µs' ? 1 : 0).padStart(8)} ${unit}${more}`)

const server = await startServer()
const sentVote = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"option_id":1}' }
const httpRate = (connections, amount) => async () => {
  const request = { path: '/none/@vote', ...sentVote }
  return amount / (await sendMany(server, request, { connections, amount })).seconds
}

const { flush, close } = createFlush(path.join(dir, 'flushes'))
const works = [
  ['write and flush, no database', () => rateOf(1, flush)],
  ['1 caller, a commit for each vote', () => rateOf(1, () => vote(polls.voting))],
  ['32 callers', () => rateOf(32, () => vote(polls.voting))],
  ['256 callers', () => rateOf(256, () => vote(polls.voting))],
  ['32 connections over HTTP', httpRate(32, 2000)],
  ['256 connections over HTTP', httpRate(256, 6000)],
]
const rates = await inRounds(
  5,
  works.map(([, measure]) => measure),
)
close()
console.log('Durable votes per second: medians of 5 rounds, ratios within a round')
for (const [i, [name]] of works.entries()) {
  const ratio = to => ratioOf(rates[i], rates[to]).toFixed(2)
  show(name, median(rates[i]), '/s', i > 0 ? `   ${ratio(0)} of the flushes, ${ratio(1)} of one caller` : '')
}

console.log('\n@poll and @vote over HTTP, by how many have voted: CPU microseconds, medians of 5 rounds')
const authorization = `Basic ${Buffer.from(`${member.username}:${member.password}`).toString('base64')}`
const requests = [
  ['@poll of a visitor', { path: '/@poll' }, 3000],
  ['@poll of a member', { path: '/@poll', headers: { authorization } }, 3000],
  ['@vote', { path: '/@vote', ...sentVote }, 1500],
]
for (const [name, { path, ...request }, amount] of requests) {
  const cpu = poll => async () =>
    (await sendMany(server, { path: poll + path, ...request }, { connections: 32, amount })).cpu
  const [few, many] = await inRounds(5, [cpu('/few'), cpu('/many')])
  show(`${name}, 10 voters`, median(few), 'µs')
  show(`${name}, 1,000,000 voters`, median(many), 'µs', `   ratio ${ratioOf(many, few).toFixed(2)}`)
}
await server.stop()

console.log('\nOne poll with 10 voters, one with 1,000,000: microseconds, medians of 9 rounds')
const votersOf = count => Array.from({ length: count }, newVisitor)
for (const [poll, count] of [
  [polls.small, 10],
  [polls.large, 1_000_000],
]) {
  const counts = new Map(Array.from({ length: 5 }, (_, option) => [option, count / 5]))
  const before = statSync(file).size
  const startedAt = performance.now()
  await content.commit({ replaceBallots: [{ poll, ballots: { counts, voters: votersOf(count) } }] })
  const took = (performance.now() - startedAt) / 1000
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
  const cost = poll => async () => {
    const startedAt = performance.now()
    for (let i = 0; i < 300; i++) await ask(poll)
    return ((performance.now() - startedAt) * 1000) / 300
  }
  const [few, many] = await inRounds(9, [cost(polls.small), cost(polls.large)])
  show(`${name}, 10 voters`, median(few), 'µs')
  show(`${name}, 1,000,000 voters`, median(many), 'µs', `   ratio ${ratioOf(many, few).toFixed(2)}`)
}
await content.close()
rmSync(dir, { recursive: true })
