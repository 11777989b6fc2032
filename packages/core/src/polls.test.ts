import { decideVote, newPoll } from '@plenum/core/polls'

it('decides a vote', () => {
  const poll = newPoll({ options: ['Tea', 'Coffee'] })
  const voter = { kind: 'member', holdsVote: true, hasVoted: false } as const
  expect(decideVote({ poll, voter, body: { option_id: 1 }, now: 0 })).toEqual({ kind: 'cast', options: [1] })
  const again = { ...voter, hasVoted: true }
  expect(decideVote({ poll, voter: again, body: { option_id: 0 }, now: 0 })).toMatchObject({ kind: 'refused' })
})
