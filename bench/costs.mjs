// What a request costs, as ratios against plain Express 5 sending the same bytes, how @schedule grows, what votes cost,
// and memoized functions.

import { cpuPerRequest, startServer } from './load.mjs'
import { asked, authorization, manager, openSite, runAs } from './site.mjs'

const allExpanders = [
  'expand=actions,aliases,breadcrumbs,contextnavigation,inherit,navigation,navroot,types,workflow',
  'expand.inherit.behaviors=collective.techevent.event_settings',
].join('&')

const cases = [
  { name: '@schedule, 79 slots', site: ['plenum', '79'], path: '/@schedule' },
  { name: '@schedule, 2,000 slots', site: ['plenum', '2000'], path: '/@schedule' },
  // What one caller wishes for is not kept.
  { name: '@schedule made anew, 79 slots', site: ['plenum', '79'], path: '/@schedule?metadata_fields=UID' },
  { name: '@schedule made anew, 2,000 slots', site: ['plenum', '2000'], path: '/@schedule?metadata_fields=UID' },
  { name: 'content GET, empty page', site: ['plenum', '79'], path: '/page/child-0' },
  { name: 'content GET, page with 25 items', site: ['plenum', '79'], path: '/page' },
  { name: '@search, 25 of 79 talks', site: ['plenum', '79'], path: '/@search?portal_type=Talk&sort_on=start' },
  { name: '@types/Document of an editor', site: ['plenum', '79'], path: '/@types/Document', isMember: true },
  { name: '@types of an editor', site: ['plenum', '79'], path: '/page/@types', isMember: true },
  { name: '@querystring', site: ['plenum', '79'], path: '/@querystring' },
  { name: '@navigation of depth 3', site: ['tree'], path: '/@navigation?expand.navigation.depth=3' },
  { name: 'content GET, all expanders', site: ['tree'], path: `/area-0/page-0/leaf-0?${allExpanders}` },
  {
    name: 'content GET, all, of an editor',
    site: ['tree'],
    path: `/area-0/page-0/leaf-0?${allExpanders}`,
    isMember: true,
  },
  { name: '@poll of a visitor', site: ['polls'], path: '/few/@poll' },
  { name: '@poll that a cache has', site: ['polls'], path: '/few/@poll', status: 304 },
]

console.log('CPU microseconds per request, 32 connections, median of 3 runs')
for (const { name, site, path, status = 200, isMember = false } of cases) {
  const plenum = await startServer(...site)
  const plain = await startServer('plain')
  const login = isMember ? { authorization } : {}
  const first = await fetch(plenum.url + path, { headers: login })
  const headers = status === 304 ? { 'if-none-match': first.headers.get('etag') } : login
  const bytes = Buffer.from(await (status === 304 ? await fetch(plenum.url + path, { headers }) : first).arrayBuffer())
  plain.send({ bytes: bytes.toString('base64'), status })
  const request = { path, status, headers }
  const limit = await cpuPerRequest(plain, request)
  const ours = await cpuPerRequest(plenum, request)
  const figures = `${ours.toFixed(0).padStart(7)} µs against ${limit.toFixed(0).padStart(5)} µs`
  console.log(
    `${name.padEnd(34)} ${String(bytes.length).padStart(8)} bytes ${figures}   ratio ${(ours / limit).toFixed(2)}`,
  )
  await Promise.all([plenum.stop(), plain.stop()])
}

console.log('\n@schedule in the process, without HTTP: milliseconds, median of 5')
let before
for (const sessions of [100, 1000, 10_000]) {
  const { site, close } = await openSite(sessions)
  const times = []
  for (let run = 0; run < 6; run++) {
    const begun = performance.now()
    await site.run('getSchedule', {
      ...asked,
      path: '/',
      caller: { kind: 'anonymous' },
      input: () => ({ metadata: [] }),
    })
    times.push(performance.now() - begun)
  }
  const time = times.slice(1).sort((a, b) => a - b)[2]
  const growth = before ? `   ${(time / before).toFixed(1)} times as long for 10 times as many` : ''
  console.log(
    `${String(sessions).padStart(6)} slots ${time.toFixed(1).padStart(8)} ms ${((time * 1000) / sessions).toFixed(1).padStart(6)} µs a slot${growth}`,
  )
  before = time
  await close()
}

console.log('\nWorkflows in the process: microseconds, median of 200')
const additional = Array.from({ length: 3 }, (_, i) => ({
  id: `bench_${i}`,
  title: `Bench ${i}`,
  stateVariable: `bench_${i}_state`,
  initialState: 'off',
  managedPermissions: [],
  historyGuard: {},
  states: ['off', 'on'].map(id => ({ id, title: id, transitions: [`toggle_${i}_${id}`], permissions: {} })),
  transitions: [
    { id: `toggle_${i}_off`, title: 'On', to: 'on' },
    { id: `toggle_${i}_on`, title: 'Off', to: 'off' },
  ],
}))
const thing = {
  id: 'Thing',
  title: 'Thing',
  behaviors: ['plone.basic', 'bench'],
  contains: null,
  addableAnywhere: true,
  addPermission: 'Add portal content',
  layout: 'view',
  lockable: false,
}
const { site, close } = await openSite(1, {
  workflows: additional,
  types: [thing],
  behaviors: [{ name: 'bench', workflows: [{ ids: additional.map(({ id }) => id) }] }],
})
const run = runAs(site, manager)
async function timesOf(count, work) {
  const times = []
  for (let i = 0; i < count; i++) {
    const begun = performance.now()
    await work(i)
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)
}
const median = async (count, work) => (await timesOf(count, work))[Math.floor(count / 2)]
await run('addContent', '/', { '@type': 'Thing', id: 'thing', title: 'Thing' })
for (const [chain, path] of [
  ['1 workflow', '/page/child-0'],
  ['4 workflows', '/thing'],
]) {
  const time = await median(200, () => run('getWorkflow', path, undefined))
  console.log(`@workflow, chain of ${chain.padEnd(12)} ${(time * 1000).toFixed(0).padStart(6)} µs`)
}
let smaller
for (const children of [100, 1000]) {
  const { path } = await run('addContent', '/', { '@type': 'Document', title: `Family of ${children}` })
  for (let i = 0; i < children; i++)
    await run('addContent', path, { '@type': 'Document', id: `c${i}`, title: `Child ${i}` })
  const moves = ['publish', 'retract']
  const time = await median(6, i =>
    run('moveContent', path, { transition: moves[i % 2], body: { include_children: true } }),
  )
  const growth = smaller ? `   ${(time / smaller).toFixed(1)} times as long for 10 times as many` : ''
  console.log(`a move of ${String(children).padStart(5)} children ${time.toFixed(0).padStart(6)} ms${growth}`)
  smaller = time
}
let shorter
for (const entries of [10, 1000, 10_000]) {
  const { path } = await run('addContent', '/', { '@type': 'Document', title: `History of ${entries}` })
  // Half of the entries are moves, half are versions; the first two come with the page.
  for (let i = 1; i < entries / 2; i++) {
    await run('moveContent', path, { transition: i % 2 ? 'submit' : 'retract', body: {} })
    await run('editContent', path, { body: { title: `Title ${i}` }, representation: false })
  }
  // The fastest of many: collecting garbage takes as long as the work, and happens in some runs only.
  const [whole] = await timesOf(30, () => run('getHistory', path, { start: 0, size: null }))
  const growth = shorter ? `   ${(whole / shorter).toFixed(1)} times as long` : ''
  const each = `${((whole / entries) * 1000).toFixed(1)} µs each`
  console.log(`@history of ${String(entries).padStart(6)} entries ${whole.toFixed(1).padStart(8)} ms, ${each}${growth}`)
  shorter = whole
}
await close()

console.log()
await import('./ballots.mjs')

console.log()
await import('./logins.mjs')

console.log()
await import('./memoize.mjs')
