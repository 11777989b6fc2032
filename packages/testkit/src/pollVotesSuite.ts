import assert from 'node:assert/strict'
import type { PollVote, PollVotes } from '@plenum/core/polls'
import { noVotes, type Tally, type Voter } from '@plenum/core/ports'
import { type Cases, type Runner, runCases } from './runner.js'

const member = (id: string): Voter => ({ kind: 'member', id })
const visitor = (token: string): Voter => ({ kind: 'visitor', token })

const vote = (poll: string, properties: Partial<PollVote> = {}): PollVote => ({
  poll,
  voter: member('ana'),
  options: [0],
  time: 5000,
  ...properties,
})

/**
 * Returns the tally with sorted counts. Omits the counter `casts`, because each store can increase it by any amount.
 */
const shown = ({ counts, voters, lastVote }: Tally) => ({
  counts: [...counts].sort(([a], [b]) => a - b),
  voters,
  lastVote,
})

const none = shown(noVotes)

const cases: Cases<PollVotes> = {
  'a poll without votes has an empty tally and no voters': async votes => {
    for (const poll of ['p', '', '__proto__']) {
      assert.deepEqual(shown(await votes.tally(poll)), none)
      assert.equal(await votes.hasVoted(poll, member('ana')), false)
      assert.equal(await votes.hasVoted(poll, visitor('t')), false)
    }
  },

  'a vote counts for each selected option, and once for its voter': async votes => {
    assert.equal(await votes.cast(vote('p', { options: [2, 0] })), 'cast')
    assert.equal(await votes.cast(vote('p', { voter: visitor('t'), options: [0], time: 7000 })), 'cast')
    const counts = [
      [0, 2],
      [2, 1],
    ]
    assert.deepEqual(shown(await votes.tally('p')), { counts, voters: 2, lastVote: 7000 })
    assert.equal(await votes.hasVoted('p', member('ana')), true)
    assert.equal(await votes.hasVoted('p', visitor('t')), true)
    assert.equal(await votes.hasVoted('p', member('bob')), false)
  },

  'a second vote of a voter is not counted, whatever its options': async votes => {
    await votes.cast(vote('p'))
    const before = shown(await votes.tally('p'))
    assert.equal(await votes.cast(vote('p', { options: [1], time: 9000 })), 'already-voted')
    assert.equal(await votes.cast(vote('p')), 'already-voted')
    assert.deepEqual(shown(await votes.tally('p')), before)
  },

  'members and visitors with equal names are distinct, and so are names that differ in case': async votes => {
    const voters = [member('x'), visitor('x'), member('X'), visitor('X'), member("x' OR '1'='1"), member('')]
    for (const voter of voters) assert.equal(await votes.cast(vote('p', { voter })), 'cast')
    for (const voter of voters) assert.equal(await votes.cast(vote('p', { voter })), 'already-voted')
    assert.equal((await votes.tally('p')).voters, voters.length)
  },

  'polls are separate': async votes => {
    await votes.cast(vote('p'))
    assert.equal(await votes.hasVoted('q', member('ana')), false)
    assert.deepEqual(shown(await votes.tally('q')), none)
    assert.equal(await votes.cast(vote('q', { options: [3] })), 'cast')
    assert.deepEqual(shown(await votes.tally('p')).counts, [[0, 1]])
    assert.deepEqual(shown(await votes.tally('q')).counts, [[3, 1]])
  },

  'the counter of a tally increases with every counted vote, and only then': async votes => {
    const { casts } = await votes.tally('p')
    await votes.cast(vote('p'))
    const first = (await votes.tally('p')).casts
    assert.ok(first > casts)
    await votes.cast(vote('p'))
    assert.equal((await votes.tally('p')).casts, first)
    await votes.cast(vote('p', { voter: member('bob') }))
    assert.ok((await votes.tally('p')).casts > first)
  },

  'the time of the last vote never decreases': async votes => {
    await votes.cast(vote('p', { time: 9000 }))
    await votes.cast(vote('p', { voter: member('bob'), time: 8000 }))
    assert.equal((await votes.tally('p')).lastVote, 9000)
  },

  'options may have any whole number as id, and a time may be a fraction of a millisecond': async votes => {
    const options = [Number.MAX_SAFE_INTEGER, 0, 70]
    await votes.cast(vote('p', { options, time: 1_900_000_000_000.5 }))
    const counts = [0, 70, Number.MAX_SAFE_INTEGER].map(option => [option, 1])
    assert.deepEqual(shown(await votes.tally('p')), { counts, voters: 1, lastVote: 1_900_000_000_000.5 })
  },

  'a cleared poll has no votes and no voters, and accepts votes again': async votes => {
    await votes.cast(vote('p'))
    await votes.cast(vote('q'))
    await votes.clear('p')
    await votes.clear('unknown')
    assert.deepEqual(shown(await votes.tally('p')), none)
    assert.equal(await votes.hasVoted('p', member('ana')), false)
    assert.equal(await votes.cast(vote('p', { options: [1] })), 'cast')
    assert.deepEqual(shown(await votes.tally('p')).counts, [[1, 1]])
    assert.equal((await votes.tally('q')).voters, 1)
  },

  'one of many simultaneous votes of a voter is counted': async votes => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => votes.cast(vote('p', { options: [i] }))))
    assert.equal(outcomes.filter(outcome => outcome === 'cast').length, 1)
    const { counts, voters } = await votes.tally('p')
    assert.deepEqual([[...counts.values()], voters], [[1], 1])
  },

  'all simultaneous votes of different voters are counted': async votes => {
    const voters = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? member(`m${i}`) : visitor(`v${i}`)))
    const outcomes = await Promise.all(voters.map((voter, i) => votes.cast(vote('p', { voter, options: [i % 3] }))))
    assert.deepEqual(new Set(outcomes), new Set(['cast']))
    const counts = [
      [0, 7],
      [1, 7],
      [2, 6],
    ]
    assert.deepEqual(shown(await votes.tally('p')), { counts, voters: 20, lastVote: 5000 })
  },
}

/**
 * Defines the tests for PollVotes, which stores the votes of a poll box. `open` must return an empty store, which the
 * suite closes.
 */
export function pollVotesSuite(
  runner: Runner,
  name: string,
  open: () => Promise<{ subject: PollVotes; close(): Promise<void> }>,
): void {
  runner.describe(name, () => runCases(runner, cases, open))
}
