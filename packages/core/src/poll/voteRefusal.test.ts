import { translateEnglish } from '../foundation/messages.js'
import type { VoteRefusal } from './decideVote.js'
import type { VotingRules } from './poll.js'
import { voteRefusal } from './voteRefusal.js'

const poll: VotingRules = {
  state: 'open',
  allowAnonymous: true,
  options: [],
  maxChoices: 3,
  openDate: null,
  closeDate: null,
}

function refusal(reason: VoteRefusal, kind: 'member' | 'visitor' = 'member') {
  const { code, explanation } = voteRefusal(reason, { poll, voter: { kind } })
  return { code, text: translateEnglish(explanation) }
}

describe('the refusal of a vote', () => {
  it.each<[VoteRefusal, string]>([
    ['not-open-yet', 'poll-not-open'],
    ['closed', 'poll-closed'],
    ['malformed', 'bad-vote'],
    ['already-voted', 'already-voted'],
    ['no-such-option', 'bad-vote'],
    ['bad-choice', 'bad-vote'],
  ])('translates the reason %s to the code %s for members and visitors', (reason, code) => {
    expect(refusal(reason).code).toBe(code)
    expect(refusal(reason, 'visitor')).toEqual(refusal(reason))
  })

  it('requires visitors without permission to log in, and refuses the votes of members', () => {
    expect(refusal('not-permitted', 'visitor').code).toBe('unauthorized')
    expect(refusal('not-permitted').code).toBe('may-not-vote')
  })

  it('explains the body of a vote with option_id', () => {
    expect(refusal('malformed').text).toContain('option_id')
  })

  it('gives the number of options that a voter may choose', () => {
    expect(refusal('bad-choice').text).toMatch(/\b1 to 3\b/)
  })

  it('has a different text for each reason', () => {
    const reasons: VoteRefusal[] = [
      'not-open-yet',
      'closed',
      'malformed',
      'already-voted',
      'no-such-option',
      'bad-choice',
    ]
    expect(new Set(reasons.map(reason => refusal(reason).text)).size).toBe(reasons.length)
  })
})
