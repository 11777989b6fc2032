import { pollVotesSuite } from '@plenum/testkit'
import type { Poll } from './poll.js'
import { createPollBox, memoryPollVotes, type PollGuest } from './pollBox.js'

pollVotesSuite({ describe, it }, 'votes in memory', async () => ({ subject: memoryPollVotes(), close: async () => {} }))

const poll: Poll = {
  uid: 'tea',
  state: 'open',
  allowAnonymous: true,
  options: [
    { option_id: 0, description: 'Tea' },
    { option_id: 1, description: 'Coffee' },
  ],
  maxChoices: 1,
  openDate: null,
  closeDate: 1000,
  legend: null,
  showResults: true,
  resultsGraph: 'bar',
  shuffleOptions: false,
}

const ada: PollGuest = { voter: { kind: 'member', id: 'ada' }, mayVote: true }
const visitor = (token: string | null): PollGuest => ({ voter: { kind: 'visitor', token }, mayVote: true })

function box(at = 0) {
  let seed = 0
  const clock = { now: at }
  const subject = createPollBox({
    now: () => clock.now,
    randomBytes: count => {
      seed += 1
      return new Uint8Array(count).fill(seed)
    },
  })
  return { ...subject, clock }
}

describe('a poll box for services that store their content elsewhere', () => {
  it('counts the vote of a member once', async () => {
    const { vote, show } = box()
    expect(await vote(poll, ada, { option_id: 1 })).toMatchObject({
      kind: 'cast',
      token: null,
      payload: { has_voted: true, total_votes: 1, results: [{ votes: 0 }, { votes: 1, percentage: 1 }] },
    })
    expect(await vote(poll, ada, { option_id: 1 })).toEqual({ kind: 'refused', reason: 'already-voted' })
    expect(await show(poll, ada)).toMatchObject({ '@id': 'tea', has_voted: true, total_votes: 1 })
  })

  it('counts only one of many simultaneous votes by a member', async () => {
    const { vote, show } = box()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => vote(poll, ada, { option_ids: [0] })))
    expect(outcomes.filter(({ kind }) => kind === 'cast')).toHaveLength(1)
    expect(await show(poll, ada)).toMatchObject({ total_votes: 1 })
  })

  it('recognizes a visitor by the token of the vote', async () => {
    const { vote } = box()
    const first = await vote(poll, visitor(null), { option_id: 0 })
    expect(first).toMatchObject({ kind: 'cast', token: expect.stringMatching(/^[\w-]{22}$/) })
    const token = first.kind === 'cast' ? first.token : null
    expect(await vote(poll, visitor(token), { option_id: 0 })).toEqual({ kind: 'refused', reason: 'already-voted' })
    expect(await vote(poll, visitor('x'.repeat(22)), { option_id: 0 })).toMatchObject({ kind: 'cast' })
  })

  it('applies the rules, clears votes, and separates polls', async () => {
    const { vote, clear, show, clock } = box()
    expect(await vote(poll, { ...ada, mayVote: false }, {})).toEqual({ kind: 'refused', reason: 'not-permitted' })
    expect(await vote(poll, ada, { option_id: 7 })).toEqual({ kind: 'refused', reason: 'no-such-option' })
    await vote(poll, ada, { option_id: 0 })
    await vote({ ...poll, uid: 'other' }, ada, { option_id: 0 })
    await clear('tea')
    expect(await show(poll, ada)).toMatchObject({ has_voted: false, total_votes: null })
    expect(await show({ ...poll, uid: 'other' }, ada)).toMatchObject({ has_voted: true })
    clock.now = 1000
    expect(await vote(poll, ada, { option_id: 0 })).toEqual({ kind: 'refused', reason: 'closed' })
    expect(await show(poll, ada)).toMatchObject({ expired: true, total_votes: 0 })
  })
})
