// Measures the processor time that `@plenum/core` needs for a response, without HTTP and in the same process, in
// microseconds per call.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { anonymous, asText, createSite, translateEnglish, writeJson } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { sqliteStore } from '@plenum/sql-store'
import { openLibsql } from '@plenum/sql-store/libsql'
import { inRounds, median } from './measure.mjs'
import { manager } from './site.mjs'
import { copyOfSite } from './sites/storedSite.mjs'

const listing = {
  batch: { start: 0, size: 25 },
  metadata: [],
  fullObjects: false,
  withItems: true,
  convertItem: asText,
}
const { withItems, ...searching } = listing
const talks = { ...searching, parameters: { portal_type: 'Talk', sort_on: 'start' } }

const calls = [
  { name: 'content GET, page', operation: 'getContent', path: '/page/child-0', input: listing },
  { name: 'content GET, talk', operation: 'getContent', path: null, input: listing },
  { name: 'content GET, 25 items', operation: 'getContent', path: '/page', input: listing },
  { name: '@search, 25 hits', operation: 'searchContent', path: '/', input: talks },
  { name: '@workflow', operation: 'getWorkflow', path: '/page' },
  { name: '@poll', operation: 'getPoll', path: '/poll' },
  {
    name: '@history, 20 entries',
    operation: 'getHistory',
    path: '/history',
    input: { start: 0, size: null },
    isMember: true,
  },
]

const requestDefaults = { base: 'http://127.0.0.1:8080', translate: translateEnglish, language: 'en' }
const [rounds, callsAtOnce, batches] = [9, 25, 16]

/**
 * Returns a function that runs an operation with all steps of the service: the response metadata, the payload, and the
 * serialization.
 */
function timedCall(site, { operation, path: at, input }, caller) {
  return async () => {
    const task = site.scheduler.begin()
    const request = { ...requestDefaults, path: at, caller, task, isUnmodified: () => false, input: () => input }
    const answer = await site.run(operation, request)
    const answeredAt = performance.now()
    await writeJson(answer, task, Buffer.from)
    task.end()
    return performance.now() - answeredAt
  }
}

/** Returns the processor time of a call and the duration of the serialization of its result, both in microseconds. */
async function measure(ask) {
  let textTime = 0
  const before = process.cpuUsage()
  for (let batch = 0; batch < batches; batch++) {
    for (let call = 0; call < callsAtOnce; call++) textTime += await ask()
    await new Promise(setImmediate)
  }
  const { user, system } = process.cpuUsage(before)
  const count = batches * callsAtOnce
  return { whole: (user + system) / count, textTime: (textTime * 1000) / count }
}

const dir = mkdtempSync(path.join(tmpdir(), 'plenum-bench-'))
await copyOfSite('conference', dir)
const store = sqliteStore({ open: () => openLibsql(path.join(dir, 'plenum.sqlite')) })
const site = createSite(createNodePlatform(store))
const { items } = await site.run('searchContent', {
  ...requestDefaults,
  path: '/',
  caller: anonymous,
  input: () => talks,
})
const part = process.argv[3] ?? ''
const wanted = calls
  .filter(({ name }) => name.includes(part))
  .map(call => ({ ...call, path: call.path ?? items[0]['@id'].slice(requestDefaults.base.length) }))
const askers = wanted.flatMap(call => {
  const callers = call.isMember ? [manager] : [anonymous, manager]
  return callers.map(caller => ({ name: `${call.name}, ${caller.kind}`, ask: timedCall(site, call, caller) }))
})
for (const { ask } of askers) for (let i = 0; i < 500; i++) await ask()
const figures = await inRounds(
  Number(process.env.ROUNDS ?? rounds),
  askers.map(
    ({ ask }) =>
      () =>
        measure(ask),
  ),
)
console.log('µs a call, and how much of it is the text of the answer; median of the rounds')
for (const [i, { name }] of askers.entries()) {
  const [whole, textTime] = ['whole', 'textTime'].map(key => median(figures[i].map(figure => figure[key])))
  console.log(`${name.padEnd(36)} ${whole.toFixed(0).padStart(6)} ${textTime.toFixed(0).padStart(6)}`)
}
await store.close()
rmSync(dir, { recursive: true, force: true })
