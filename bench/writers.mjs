// Measures the throughput of writers and their effect on other clients. Arguments select the parts of the measurement
// whose names contain them.
import path from 'node:path'
import { showResults, writeResults } from './frame/results.mjs'
import { inRounds, median, ratioOf } from './measure.mjs'
import { earlierVersion } from './writers/earlier.mjs'
import { writePages } from './writers/pages.mjs'
import { startProgram } from './writers/program.mjs'
import { preparePages, readDuringWrites, readPages } from './writers/readers.mjs'
import { plantTree, timeAmongOthers } from './writers/trees.mjs'
import { voteRates, votesOverHttp } from './writers/votes.mjs'

const earlier = '59ac981'
const pagesInRound = 400
/**
 * The number of pages that are written before the first round. While the first of these pages are written, V8 spends as
 * much time on compilation as on the work itself.
 */
const pagesBefore = 1000
const rows = []

/** Adds a result, which is compared with the optional limits `most` and `least`. */
function add(what, figure, unit, { most, least } = {}) {
  const isHeld = figure <= (most ?? Infinity) && figure >= (least ?? 0)
  const limit = most === undefined ? (least === undefined ? '' : `at least ${least}`) : `at most ${most}`
  rows.push({ what, figure, unit, limit, isHeld: limit === '' ? '' : isHeld ? 'yes' : 'NO' })
}

const parts = { pages: comparePages, visitors: compareReads, moves: moveTrees, votes: castVotes }
const chosen = process.argv.slice(3)
const names = Object.keys(parts).filter(name => chosen.length === 0 || chosen.some(part => name.includes(part)))

const server = await startProgram(path.resolve(import.meta.dirname, '..'))
for (const name of names) await parts[name]()
await server.stop()

async function comparePages() {
  const former = await startProgram(earlierVersion(earlier))
  for (const each of [server, former]) await writePages(each, count => count < pagesBefore)
  const rounds = await inRounds(
    5,
    [server, former].map(each => () => writePages(each, count => count < pagesInRound)),
  )
  await former.stop()
  const [rates, others] = rounds.map(figures => figures.map(({ perSecond }) => perSecond))
  const [cpu, cpuOfOthers] = rounds.map(figures => figures.map(figure => figure.cpu))
  add('Pages created and published, 8 writers', median(rates), 'per second')
  add(`The same at ${earlier}`, median(others), 'per second')
  add('Ratio', ratioOf(rates, others), 'times', { least: 3 })
  add('CPU time of the server per page', median(cpu), 'ms')
  add(`The same at ${earlier}`, median(cpuOfOthers), 'ms')
  add('Ratio', ratioOf(cpuOfOthers, cpu), 'times')
}

async function compareReads() {
  const paths = await preparePages(server)
  const checkGuard = []
  for (let round = 0; round < 3; round++) {
    const beside = await readDuringWrites(server, paths)
    checkGuard.push({ ...beside, alone: await readPages(server, paths) })
  }
  const share = (part, of) => median(checkGuard.map(pass => pass[of][Math.floor(pass[of].length * part)]))
  add('100 visitors a second alone, p50', share(0.5, 'alone'), 'ms')
  add('100 visitors a second alone, p99', share(0.99, 'alone'), 'ms')
  add('With 8 writers, p50', share(0.5, 'waits'), 'ms')
  add('With 8 writers, p99', share(0.99, 'waits'), 'ms')
  add('Ratio of p99', median(checkGuard.map(({ waits, alone }) => p99(waits) / p99(alone))), 'times', { most: 3 })
  add('Pages created and published at the same time', median(checkGuard.map(pass => pass.pagesPerSecond)), 'per second')
}

function p99(waits) {
  return waits[Math.floor(waits.length * 0.99)]
}

async function moveTrees() {
  const tree = await plantTree(server)
  for (const [name, body] of [
    ['Move of a page with 5,000 objects below', {}],
    ['Move of 5,000 objects', { include_children: true }],
  ]) {
    const times = []
    for (const move of ['publish', 'retract', 'publish', 'retract', 'publish', 'retract'])
      times.push(await timeAmongOthers(server, () => server.ask('POST', `${tree}/@workflow/${move}`, { body })))
    add(name, median(times.map(({ own }) => own)), 'ms', { most: 1000 })
    add('Longest wait of other clients', median(times.map(({ longest }) => longest)), 'ms', { most: 50 })
    add('CPU time of the server', median(times.map(({ cpu }) => cpu)), 'ms')
  }
  const renaming = await timeAmongOthers(server, () => server.ask('PATCH', tree, { body: { id: 'grove' } }))
  add('Renaming a page with 5,000 objects below', renaming.own, 'ms')
  add('Longest wait of other clients', renaming.longest, 'ms')
}

async function castVotes() {
  const [own, shared] = await voteRates()
  add('Votes without HTTP, 32 callers', median(shared), 'per second')
  add('Votes without HTTP, a commit for each', median(own), 'per second')
  add('Ratio', ratioOf(shared, own), 'times', { least: 4 })
  const sent = await votesOverHttp(server)
  add('Votes over HTTP, 32 visitors', median(sent.map(({ perSecond }) => perSecond)), 'per second')
  add('CPU time of the server per vote', median(sent.map(({ cpu }) => cpu)), 'ms')
}

const results = {
  title: 'Writers, and their effect on other clients',
  columns: [
    { key: 'what', title: 'Measurement' },
    { key: 'figure', title: 'Figure', digits: 1 },
    { key: 'unit', title: 'Unit' },
    { key: 'limit', title: 'Limit' },
    { key: 'isHeld', title: 'Held' },
  ],
  rows,
  notes: [
    `A page is two requests: POST of a page with a block, and its @workflow/publish; ${pagesInRound} of them go into a folder in each of five rounds, in which both versions take turns; each has created ${pagesBefore.toLocaleString('en')} before. Visitors arrive at a fixed rate, each requests another page, and no answer is cached. Others request /@roles every 10 ms. The slowest request counts in each of six transitions; figures are medians. Visitors who vote wait for each answer.`,
  ],
}
if (chosen.length === 0) writeResults('writers', results)
else showResults(results)
if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
