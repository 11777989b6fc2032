import assert from 'node:assert/strict'
import { buildCreations, uidFor } from '../builders.js'
import { commit } from '../contentStore/storeQueries.js'
import type { Cases } from '../runner.js'
import { ballotsOf, cast, castAll, makePolls, member, revise, type Store, tallyOf } from './ballotQueries.js'

const names = (count: number) => Array.from({ length: count }, (_, i) => `voter-${i}`)

function summed(outcomes: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const outcome of outcomes) sums[outcome] = (sums[outcome] ?? 0) + 1
  return sums
}

export const simultaneousCases: Cases<Store> = {
  'one of several simultaneous votes of a voter counts': async store => {
    await makePolls(store, '/p')
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, i) => cast(store, '/p', { options: [i] })))
    assert.deepEqual(summed(outcomes), { cast: 1, 'already-voted': 7 })
    const { counts, voters, casts } = await tallyOf(store, '/p')
    assert.deepEqual([counts.map(([, votes]) => votes), voters, casts], [[1], 1, 1])
  },

  'simultaneous votes of different voters all count': async store => {
    await makePolls(store, '/p', '/q')
    const votes = names(200).map((name, i) =>
      cast(store, i % 4 === 0 ? '/q' : '/p', { voter: member(name), options: [i % 3] }),
    )
    assert.deepEqual(summed(await Promise.all(votes)), { cast: 200 })
    const [p, q] = [await tallyOf(store, '/p'), await tallyOf(store, '/q')]
    assert.deepEqual([p.voters, p.casts, q.voters, q.casts], [150, 150, 50, 50])
    assert.deepEqual(
      [...p.counts, ...q.counts].map(([, votes]) => votes),
      [50, 50, 50, 17, 17, 16],
    )
    const voters = [...(await ballotsOf(store, '/p')).voters, ...(await ballotsOf(store, '/q')).voters]
    assert.deepEqual(new Set(voters), new Set(names(200).map(member)))
  },

  'simultaneous votes are decided separately': async store => {
    await makePolls(store, '/p', '/q')
    await castAll(store, '/p', ['ana'])
    await revise(store, '/q')
    const outcomes = await Promise.all([
      cast(store, '/p', { voter: member('bob') }),
      cast(store, '/p', { voter: member('ana') }),
      cast(store, '/q', { voter: member('bob') }),
      cast(store, '/q', { voter: member('bob'), revision: 1 }),
      cast(store, '/none', { voter: member('bob') }),
      cast(store, '/p', { voter: member('eve') }),
    ])
    assert.deepEqual(outcomes, ['cast', 'already-voted', 'moved', 'cast', 'moved', 'cast'])
    assert.deepEqual([(await tallyOf(store, '/p')).voters, (await tallyOf(store, '/q')).voters], [3, 1])
  },

  'a vote during a transition counts before it, or must be decided again': async store => {
    await makePolls(store, '/p')
    const [outcomes] = await Promise.all([
      Promise.all(names(20).map(name => cast(store, '/p', { voter: member(name) }))),
      revise(store, '/p'),
    ])
    const { cast: counted = 0, moved: outdated = 0 } = summed(outcomes)
    assert.equal(counted + outdated, 20)
    assert.equal((await tallyOf(store, '/p')).voters, counted)
  },

  'many votes do not block other writers': async store => {
    await makePolls(store, '/p')
    const voting = names(1500).map(name => cast(store, '/p', { voter: member(name) }))
    for (const path of ['/a', '/b', '/c']) await commit(store, { creates: buildCreations(path) })
    assert.deepEqual(summed(await Promise.all(voting)), { cast: 1500 })
    assert.equal((await tallyOf(store, '/p')).voters, 1500)
    assert.equal((await store.read(reader => reader.nodes(['/a', '/b', '/c'].map(uidFor)))).length, 3)
  },
}
