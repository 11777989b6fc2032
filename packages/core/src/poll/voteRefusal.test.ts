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

function told(reason: VoteRefusal, kind: 'member' | 'visitor' = 'member') {
  const { code, explanation: wording } = voteRefusal(reason, { poll, voter: { kind } })
  return { code, text: translateEnglish(wording) }
}

describe('the reason for a refused vote', () => {
  it.each<[VoteRefusal, string]>([
    ['not-open-yet', 'poll-not-open'],
    ['closed', 'poll-closed'],
    ['malformed', 'bad-vote'],
    ['already-voted', 'already-voted'],
    ['no-such-option', 'bad-vote'],
    ['bad-choice', 'bad-vote'],
  ])('%s as %s, whoever asks', (reason, code) => {
    expect(told(reason).code).toBe(code)
    expect(told(reason, 'visitor')).toEqual(told(reason))
  })

  it('asks a visitor without permission to log in, and forbids the vote to a member', () => {
    expect(told('not-permitted', 'visitor').code).toBe('unauthorized')
    expect(told('not-permitted').code).toBe('may-not-vote')
  })

  it('how a vote is sent, naming option_id', () => {
    expect(told('malformed').text).toContain('option_id')
  })

  it('how many options may be picked', () => {
    expect(told('bad-choice').text).toMatch(/\b1 to 3\b/)
  })

  it('each in words of its own', () => {
    const reasons: VoteRefusal[] = [
      'not-open-yet',
      'closed',
      'malformed',
      'already-voted',
      'no-such-option',
      'bad-choice',
    ]
    expect(new Set(reasons.map(reason => told(reason).text)).size).toBe(reasons.length)
  })
})
