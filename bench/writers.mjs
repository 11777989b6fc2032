// What writers get done, and what others notice of it.
import path from 'node:path'
import { writeResults } from './frame/results.mjs'
import { inRounds, median, ratioOf } from './measure.mjs'
import { earlierVersion } from './writers/earlier.mjs'
import { writePages } from './writers/pages.mjs'
import { startProgram } from './writers/program.mjs'
import { preparePages, readBesideWriters, readPages } from './writers/readers.mjs'
import { plantTree, timeBesideOthers } from './writers/trees.mjs'
import { voteRates } from './writers/votes.mjs'

const earlier = '59ac981'
const pagesInRound = 400
const rows = []

/** A figure with a limit: `most` or `least`. */
function add(what, figure, unit, { most, least } = {}) {
  const isHeld = figure <= (most ?? Infinity) && figure >= (least ?? 0)
  const limit = most === undefined ? (least === undefined ? '' : `at least ${least}`) : `at most ${most}`
  rows.push({ what, figure, unit, limit, isHeld: limit === '' ? '' : isHeld ? 'yes' : 'NO' })
}

const server = await startProgram(path.resolve(import.meta.dirname, '..'))
const former = await startProgram(earlierVersion(earlier))
const rates = await inRounds(
  5,
  [server, former].map(each => () => writePages(each, made => made < pagesInRound)),
)
await former.stop()
add('Pages made and published, 8 writers', median(rates[0]), 'a second')
add(`The same at ${earlier}`, median(rates[1]), 'a second')
add('Ratio', ratioOf(...rates), 'times', { least: 3 })

const paths = await preparePages(server)
const passes = []
for (let round = 0; round < 3; round++) {
  const beside = await readBesideWriters(server, paths)
  passes.push({ ...beside, alone: await readPages(server, paths) })
}
const share = (part, of) => median(passes.map(pass => pass[of][Math.floor(pass[of].length * part)]))
add('100 visitors a second alone, p50', share(0.5, 'alone'), 'ms')
add('100 visitors a second alone, p99', share(0.99, 'alone'), 'ms')
add('Beside 8 writers, p50', share(0.5, 'waits'), 'ms')
add('Beside 8 writers, p99', share(0.99, 'waits'), 'ms')
add('Ratio of p99', median(passes.map(({ waits, alone }) => p99(waits) / p99(alone))), 'times', { most: 3 })
add('Pages made and published meanwhile', median(passes.map(pass => pass.pagesPerSecond)), 'a second')

function p99(waits) {
  return waits[Math.floor(waits.length * 0.99)]
}

const tree = await plantTree(server)
for (const [name, body] of [
  ['Move of a page with 5,000 objects below', {}],
  ['Move of 5,000 objects', { include_children: true }],
]) {
  const times = []
  for (const move of ['publish', 'retract', 'publish', 'retract', 'publish', 'retract'])
    times.push(await timeBesideOthers(server, () => server.ask('POST', `${tree}/@workflow/${move}`, { body })))
  add(name, median(times.map(({ own }) => own)), 'ms', { most: 1000 })
  add('Longest wait of others meanwhile', median(times.map(({ longest }) => longest)), 'ms', { most: 50 })
}
const renaming = await timeBesideOthers(server, () => server.ask('PATCH', tree, { body: { id: 'grove' } }))
add('Another name of a page with 5,000 below', renaming.own, 'ms')
add('Longest wait of others meanwhile', renaming.longest, 'ms')
await server.stop()

const votes = await voteRates()
add('Votes without HTTP, 32 callers', median(votes[1]), 'a second')
add('Votes without HTTP, a commit for each', median(votes[0]), 'a second')
add('Ratio', ratioOf(votes[1], votes[0]), 'times', { least: 4 })

writeResults('writers', {
  title: 'Writers, and others beside them',
  columns: [
    { key: 'what', title: 'What' },
    { key: 'figure', title: 'Figure', digits: 1 },
    { key: 'unit', title: 'Unit' },
    { key: 'limit', title: 'Limit' },
    { key: 'isHeld', title: 'Held' },
  ],
  rows,
  notes: [
    `A page is two requests: POST of a page with a block, and its @workflow/publish; ${pagesInRound} of them go into a folder in each of five rounds, in which both versions take turns. Visitors come at their own pace, each for another page, and no answer is kept. Others ask for /@roles every 10 ms. The slowest request counts in each of six moves; figures are medians.`,
  ],
})
if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
