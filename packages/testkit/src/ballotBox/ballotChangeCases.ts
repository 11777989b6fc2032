import assert from 'node:assert/strict'
import type { Ballots, Voter } from '@plenum/core/ports'
import { buildCreation, buildCreations, buildEntry, buildNode, uidFor } from '../builders.js'
import { commit, nodeAt, refusalOf } from '../contentStore/storeQueries.js'
import type { Cases } from '../runner.js'
import {
  ballotsOf,
  cast,
  castAll,
  hasVoted,
  makePolls,
  member,
  noTally,
  plainCounts,
  revise,
  type Store,
  tallyOf,
  visitor,
} from './ballotQueries.js'

const clear = (store: Store, path: string, options: readonly number[]) =>
  commit(store, { clearBallots: [{ poll: uidFor(path), options }] })

const replace = (store: Store, path: string, ballots: Ballots) =>
  commit(store, { replaceBallots: [{ poll: uidFor(path), ballots }] })

const ballots = (counts: readonly [number, number][], voters: readonly Voter[]): Ballots => ({
  counts: new Map(counts),
  voters,
})

export const ballotChangeCases: Cases<Store> = {
  'cleared votes are deleted with their voters, who may vote again': async store => {
    await makePolls(store, '/p', '/q')
    for (const path of ['/p', '/q']) await castAll(store, path, ['ana', 'bob'], 1)
    await clear(store, '/p', [0, 1])
    assert.deepEqual(await tallyOf(store, '/p'), { counts: [], voters: 0, casts: 3, lastVote: null })
    assert.deepEqual((await ballotsOf(store, '/p')).voters, [])
    assert.equal(await hasVoted(store, '/p', member('ana')), false)
    assert.equal(await cast(store, '/p', { options: [0], time: 6000 }), 'cast')
    assert.deepEqual(await tallyOf(store, '/p'), { counts: [[0, 1]], voters: 1, casts: 4, lastVote: 6000 })
    assert.equal((await tallyOf(store, '/q')).voters, 2)
  },

  'votes for options that are not named survive a clearing, and new ones are added to them': async store => {
    await makePolls(store, '/p')
    await castAll(store, '/p', ['ana', 'bob'], 7)
    await castAll(store, '/p', ['eve'], 0)
    await clear(store, '/p', [0, 1])
    assert.deepEqual(await tallyOf(store, '/p'), { counts: [[7, 2]], voters: 0, casts: 4, lastVote: null })
    await cast(store, '/p', { options: [7] })
    assert.deepEqual((await tallyOf(store, '/p')).counts, [[7, 3]])
  },

  'clearing a poll without votes leaves no trace': async store => {
    await makePolls(store, '/p')
    await clear(store, '/p', [0, 1])
    assert.deepEqual(await tallyOf(store, '/p'), noTally)
  },

  'a rejected poll loses its votes in the same change, and votes decided earlier are not counted': async store => {
    await makePolls(store, '/p')
    await castAll(store, '/p', ['ana'])
    const updates = [{ node: buildNode('/p', { states: { flow: 'private' } }), entry: buildEntry() }]
    await commit(store, { updates, clearBallots: [{ poll: uidFor('/p'), options: [0, 1] }] })
    assert.equal(await cast(store, '/p', { revision: 0 }), 'moved')
    assert.equal((await tallyOf(store, '/p')).voters, 0)
    assert.equal(await cast(store, '/p', { revision: 1 }), 'cast')
  },

  'replacement votes replace all existing ones, including hidden ones': async store => {
    await makePolls(store, '/p')
    await castAll(store, '/p', ['ana', 'bob'], 7)
    const voters = [member('eve'), visitor('t'), member('bob'), member('eve')]
    const casts: [number, number][] = [
      [4, 2],
      [1, 12],
      [3, 0],
    ]
    await replace(store, '/p', ballots(casts, voters))
    const counts = [
      [1, 12],
      [4, 2],
    ]
    assert.deepEqual(await tallyOf(store, '/p'), { counts, voters: 3, casts: 3, lastVote: null })
    assert.deepEqual((await ballotsOf(store, '/p')).voters, [member('bob'), member('eve'), visitor('t')])
    assert.equal(await hasVoted(store, '/p', member('ana')), false)
    assert.equal(await cast(store, '/p', { voter: visitor('t') }), 'already-voted')
    assert.equal(await cast(store, '/p', { voter: member('t') }), 'cast')
  },

  'many voters may be written at the same time': async store => {
    await makePolls(store, '/p')
    const voters = Array.from({ length: 3000 }, (_, i) => visitor(`token-${1000 + i}`))
    await replace(store, '/p', ballots([[0, 3000]], voters))
    assert.deepEqual((await ballotsOf(store, '/p')).voters, voters)
    for (const voter of voters.slice(0, 50)) assert.equal(await hasVoted(store, '/p', voter), true)
    assert.equal(await cast(store, '/p', { voter: visitor('token-3999') }), 'already-voted')
    assert.equal(await cast(store, '/p', { voter: visitor('token-4000') }), 'cast')
    assert.equal((await tallyOf(store, '/p')).voters, 3001)
  },

  'an empty replacement deletes the votes, and leaves no trace in a poll without votes': async store => {
    await makePolls(store, '/p', '/q')
    await castAll(store, '/p', ['ana'])
    for (const path of ['/p', '/q']) await replace(store, path, ballots([], []))
    assert.deepEqual(await tallyOf(store, '/p'), { ...noTally, casts: 2 })
    assert.deepEqual(await tallyOf(store, '/q'), noTally)
  },

  'an exported poll can be imported unchanged, also together with its poll': async store => {
    await makePolls(store, '/p')
    await castAll(store, '/p', ['zoe', 'ana'], 1)
    const exported = await ballotsOf(store, '/p')
    const replaceBallots = [{ poll: uidFor('/q'), ballots: exported }]
    await commit(store, { creates: buildCreations('/q'), replaceBallots })
    const { counts, voters } = await ballotsOf(store, '/q')
    assert.deepEqual([plainCounts(counts), voters], [[[1, 2]], [member('ana'), member('zoe')]])
  },

  'a missing poll rejects the whole change': async store => {
    await makePolls(store, '/p')
    const [poll, none] = [uidFor('/p'), uidFor('/none')]
    assert.equal(await refusalOf(store, { clearBallots: [{ poll: none, options: [] }] }), 'gone')
    assert.equal(await refusalOf(store, { replaceBallots: [{ poll: none, ballots: ballots([], []) }] }), 'gone')
    assert.equal(await refusalOf(store, { removes: ['/p'], clearBallots: [{ poll, options: [] }] }), 'gone')
  },

  'a rejected change preserves votes and voters': async store => {
    await makePolls(store, '/p')
    await castAll(store, '/p', ['ana', 'bob'])
    const before = await tallyOf(store, '/p')
    const poll = uidFor('/p')
    const missing = { poll: uidFor('/none'), options: [] }
    assert.equal(await refusalOf(store, { clearBallots: [{ poll, options: [0] }, missing] }), 'gone')
    const replaceBallots = [{ poll, ballots: ballots([[5, 5]], []) }]
    assert.equal(await refusalOf(store, { replaceBallots, creates: buildCreations('/p') }), 'taken')
    assert.deepEqual(await tallyOf(store, '/p'), before)
    assert.equal(await hasVoted(store, '/p', member('bob')), true)
  },

  'votes remain if the poll is renamed, moved, edited, closed and opened again': async store => {
    await makePolls(store, '/p', '/f')
    await castAll(store, '/p', ['ana'], 1)
    const before = await tallyOf(store, '/p')
    await commit(store, { renames: [{ from: '/p', to: '/f/r' }] })
    const poll = uidFor('/p')
    for (let i = 0; i < 3; i++) await revise(store, '/f/r')
    assert.deepEqual(await tallyOf(store, '/p'), before)
    const { revision } = await nodeAt(store, '/f/r')
    assert.equal(await cast(store, '/p', { poll, revision }), 'already-voted')
    assert.equal(await cast(store, '/p', { poll, revision, voter: member('bob') }), 'cast')
  },

  'votes are deleted with the poll and with its container': async store => {
    await makePolls(store, '/p', '/f', '/f/p', '/q')
    for (const path of ['/p', '/f/p', '/q']) await castAll(store, path, ['ana'])
    await commit(store, { removes: ['/p', '/f'], creates: buildCreations('/p') })
    assert.deepEqual([await tallyOf(store, '/p'), await tallyOf(store, '/f/p')], [noTally, noTally])
    assert.equal(await hasVoted(store, '/p', member('ana')), false)
    assert.equal((await tallyOf(store, '/q')).voters, 1)
    assert.equal(await cast(store, '/p'), 'cast')
  },

  'a copy of a poll has no votes': async store => {
    await makePolls(store, '/p')
    await castAll(store, '/p', ['ana'])
    const node = { ...(await nodeAt(store, '/p')), path: '/copy', uid: uidFor('/copy') }
    await commit(store, { creates: [{ ...buildCreation('/copy'), node }] })
    assert.deepEqual(await tallyOf(store, '/copy'), noTally)
  },
}
