import { type ErrorCode, type Message, message } from '../foundation/messages.js'
import type { VoteRefusal, VoterFacts } from './decideVote.js'
import type { VotingRules } from './poll.js'

/** Maps the reason for a refusal to an error code and a message (docs/polls.md, Voting, rules 4 and 5). */
export function voteRefusal(
  reason: VoteRefusal,
  { poll, voter }: { readonly poll: VotingRules; readonly voter: Pick<VoterFacts, 'kind'> },
): { readonly code: ErrorCode; readonly explanation: Message } {
  switch (reason) {
    case 'not-permitted':
      return voter.kind === 'member'
        ? { code: 'may-not-vote', explanation: message('vote.denied') }
        : { code: 'unauthorized', explanation: message('access.denied') }
    case 'not-open-yet':
      return { code: 'poll-not-open', explanation: message('vote.not-open-yet') }
    case 'closed':
      return { code: 'poll-closed', explanation: message('vote.closed') }
    case 'malformed':
      return { code: 'bad-vote', explanation: message('vote.malformed') }
    case 'already-voted':
      return { code: 'already-voted', explanation: message('vote.again') }
    case 'no-such-option':
      return { code: 'bad-vote', explanation: message('vote.no-such-option') }
    case 'bad-choice':
      return { code: 'bad-vote', explanation: message('vote.bad-choice', { most: poll.maxChoices }) }
  }
}
