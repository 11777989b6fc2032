// Measures how the cost of schedules, workflows and histories grows with their size, in the same process and without
// HTTP.

import { manager, openSite, requestDefaults, runAs } from './site.mjs'

console.log('@schedule in the process, without HTTP: milliseconds, median of 5')
let before
for (const sessions of [100, 1000, 10_000]) {
  const { site, close } = await openSite(sessions)
  const times = []
  for (let run = 0; run < 6; run++) {
    const startedAt = performance.now()
    await site.run('getSchedule', {
      ...requestDefaults,
      path: '/',
      caller: { kind: 'anonymous' },
      input: () => ({ metadata: [] }),
    })
    times.push(performance.now() - startedAt)
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
async function timesOf(count, task) {
  const times = []
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now()
    await task(i)
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)
}
const median = async (count, task) => (await timesOf(count, task))[Math.floor(count / 2)]
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
    run('transitionContent', path, { transition: moves[i % 2], body: { include_children: true } }),
  )
  const growth = smaller ? `   ${(time / smaller).toFixed(1)} times as long for 10 times as many` : ''
  console.log(`a move of ${String(children).padStart(5)} children ${time.toFixed(0).padStart(6)} ms${growth}`)
  smaller = time
}
let shorter
for (const entries of [10, 1000, 10_000]) {
  const { path } = await run('addContent', '/', { '@type': 'Document', title: `History of ${entries}` })
  // Half of the entries are transitions, and the other half are versions. The first two entries result from creating
  // the page.
  for (let i = 1; i < entries / 2; i++) {
    await run('transitionContent', path, { transition: i % 2 ? 'submit' : 'retract', body: {} })
    await run('editContent', path, { body: { title: `Title ${i}` }, representation: false })
  }
  // The fastest of many runs is used, because garbage collection happens only in some runs and takes as long as the
  // work itself.
  const [whole] = await timesOf(30, () => run('getHistory', path, { start: 0, size: null }))
  const growth = shorter ? `   ${(whole / shorter).toFixed(1)} times as long` : ''
  const each = `${((whole / entries) * 1000).toFixed(1)} µs each`
  console.log(`@history of ${String(entries).padStart(6)} entries ${whole.toFixed(1).padStart(8)} ms, ${each}${growth}`)
  shorter = whole
}
await close()
