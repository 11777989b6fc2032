import assert from 'node:assert/strict'
import { buildCreations, uidFor } from '../builders.js'
import { commit, dump } from '../contentStore/storeQueries.js'
import { eventually } from '../eventually.js'
import type { Cases } from '../runner.js'
import {
  ballotsOf,
  cast,
  castAll,
  castFor,
  hasVoted,
  makePolls,
  member,
  noTally,
  plainCounts,
  plainTally,
  revise,
  type Store,
  tallyOf,
  visitor,
} from './ballotQueries.js'

export const castingCases: Cases<Store> = {
  'a poll without votes has no voters, and reading changes nothing': async store => {
    await makePolls(store, '/p')
    for (const path of ['/p', '/p', '/none']) {
      assert.deepEqual(await tallyOf(store, path), noTally)
      assert.equal(await hasVoted(store, path, member('ana')), false)
      const { counts, voters } = await ballotsOf(store, path)
      assert.deepEqual([counts.size, voters], [0, []])
    }
  },

  'a vote counts for each chosen option, and once for its voter': async store => {
    await makePolls(store, '/p', '/q')
    assert.equal(await cast(store, '/p', { options: [2, 0], time: 5000 }), 'cast')
    assert.equal(await cast(store, '/p', { voter: visitor('t'), options: [0], time: 7000 }), 'cast')
    const counts = [
      [0, 2],
      [2, 1],
    ]
    assert.deepEqual(await tallyOf(store, '/p'), { counts, voters: 2, casts: 2, lastVote: 7000 })
    assert.deepEqual(await tallyOf(store, '/q'), noTally)
    assert.equal(await hasVoted(store, '/p', member('ana')), true)
    assert.equal(await hasVoted(store, '/q', member('ana')), false)
  },

  'a vote returns the tally including that vote': async store => {
    await makePolls(store, '/p')
    assert.deepEqual(await castFor(store, '/p', { options: [2, 0] }), await tallyOf(store, '/p'))
    const outcome = await castFor(store, '/p', { voter: visitor('t'), options: [0], time: 7000 })
    assert.deepEqual(outcome, await tallyOf(store, '/p'))
    assert.equal((await tallyOf(store, '/p')).voters, 2)
  },

  'the time of the last vote never decreases': async store => {
    await makePolls(store, '/p')
    await cast(store, '/p', { voter: member('ana'), time: 9000 })
    await cast(store, '/p', { voter: member('bob'), time: 8000 })
    assert.equal((await tallyOf(store, '/p')).lastVote, 9000)
  },

  'options may have any number as id': async store => {
    await makePolls(store, '/p')
    const options = [Number.MAX_SAFE_INTEGER, 0, 70, 9]
    await cast(store, '/p', { options })
    assert.deepEqual(
      (await tallyOf(store, '/p')).counts,
      [0, 9, 70, Number.MAX_SAFE_INTEGER].map(option => [option, 1]),
    )
  },

  'a voter may not vote again for any option, and the counts are unchanged': async store => {
    await makePolls(store, '/p', '/q')
    await cast(store, '/p')
    const before = await tallyOf(store, '/p')
    assert.equal(await cast(store, '/p', { options: [1], time: 9000 }), 'already-voted')
    assert.deepEqual(await tallyOf(store, '/p'), before)
    assert.equal(await cast(store, '/q'), 'cast')
  },

  'members and visitors with equal names are distinct': async store => {
    await makePolls(store, '/p')
    const voters = [
      member('x'),
      visitor('x'),
      member('visitor:x'),
      visitor('member:x'),
      member(''),
      visitor(''),
      member('X'),
      member('x '),
      member('Anonymous-x'),
      member('x\0y'),
      member('"],["\\'),
      member('\ud800'),
      member('\ud801'),
      member('ä'),
      member('a\u0308'),
    ]
    for (const [i, voter] of voters.entries()) {
      assert.equal(await hasVoted(store, '/p', voter), false)
      assert.equal(await cast(store, '/p', { voter }), 'cast')
      assert.equal((await tallyOf(store, '/p')).voters, i + 1)
    }
    for (const voter of voters) assert.equal(await cast(store, '/p', { voter }), 'already-voted')
    assert.deepEqual(new Set((await ballotsOf(store, '/p')).voters), new Set(voters))
  },

  'the counts are the sum of all votes, and the voters are listed separately in order': async store => {
    await makePolls(store, '/p')
    for (const name of ['zoe', 'ana', 'Mia']) await cast(store, '/p', { voter: member(name), options: [1] })
    for (const token of ['t2', 't1']) await cast(store, '/p', { voter: visitor(token), options: [0] })
    const { counts, voters } = await ballotsOf(store, '/p')
    assert.deepEqual(plainCounts(counts), [
      [0, 2],
      [1, 3],
    ])
    assert.deepEqual(voters, [...['Mia', 'ana', 'zoe'].map(member), ...['t1', 't2'].map(visitor)])
  },

  'a vote that was decided for another revision of the poll is not counted': async store => {
    await makePolls(store, '/p')
    assert.equal(await cast(store, '/p', { revision: 1 }), 'moved')
    await revise(store, '/p')
    assert.equal(await cast(store, '/p', { revision: 0 }), 'moved')
    assert.deepEqual(await tallyOf(store, '/p'), noTally)
    assert.equal(await cast(store, '/p', { revision: 1 }), 'cast')
    assert.equal(await cast(store, '/p', { revision: 0 }), 'moved', 'that comes before whether somebody voted')
  },

  'a vote in a missing poll is not counted': async store => {
    assert.equal(await cast(store, '/p'), 'moved')
    await makePolls(store, '/p')
    await commit(store, { removes: ['/p'] })
    assert.equal(await cast(store, '/p'), 'moved')
  },

  'a vote changes neither the poll nor other data nor the stamp of the store': async store => {
    await makePolls(store, '/p', '/p/image', '/q')
    const before = await dump(store)
    await castAll(store, '/p', ['ana', 'bob', 'eve'])
    assert.deepEqual(await dump(store), before)
  },

  'the state of votes changes with each vote, and that of the content does not': async store => {
    await makePolls(store, '/p')
    const states = [await store.state()]
    for (const name of ['ana', 'bob']) {
      await cast(store, '/p', { voter: member(name) })
      states.push(await store.state())
    }
    assert.equal(new Set(states.map(({ votes }) => votes)).size, 3)
    assert.equal(new Set(states.map(({ content }) => content)).size, 1)
    // The state may have to be read again, because transactions in other databases on the same PostgreSQL server also
    // change the value of `votes`.
    const look = async () => (await store.state()).votes
    await eventually('two looks tell the same', async () => new Set([await look(), await look()]).size === 1)
  },

  'additions to a poll and its new position do not affect votes': async store => {
    await makePolls(store, '/p', '/q')
    const touches = [{ path: '/p', modified: 9999 }]
    await commit(store, { creates: buildCreations('/p/image'), touches, orders: [{ path: '/', ids: ['q', 'p'] }] })
    assert.equal(await cast(store, '/p', { revision: 0 }), 'cast')
  },

  'a running read does not see concurrent votes': async store => {
    await makePolls(store, '/p')
    await cast(store, '/p')
    const snapshot = await store.read(async reader => {
      await reader.open('/p')
      await cast(store, '/p', { voter: member('bob'), options: [1] })
      const { counts, voters } = await reader.ballots(uidFor('/p'))
      const hasBob = await reader.hasVoted(uidFor('/p'), member('bob'))
      return [plainTally(await reader.tally(uidFor('/p'))), plainCounts(counts), voters, hasBob]
    })
    const counts = [[0, 1]]
    assert.deepEqual(snapshot, [{ counts, voters: 1, casts: 1, lastVote: 5000 }, counts, [member('ana')], false])
    assert.equal((await tallyOf(store, '/p')).voters, 2)
  },
}
