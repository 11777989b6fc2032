/** `@plenum/core/polls`: the rules and results of polls for plain data, and a poll box that counts votes. */
export {
  decideVote,
  type VoteDecision,
  type VoteRefusal,
  type VoteRequest,
  type VoterFacts,
} from './poll/decideVote.js'
export { newPoll, type PollSketch } from './poll/newPoll.js'
export type { Poll, VotingRules } from './poll/poll.js'
export {
  createPollBox,
  memoryPollVotes,
  type PollBox,
  type PollBoxOptions,
  type PollBoxOutcome,
  type PollGuest,
  type PollVote,
  type PollVotes,
} from './poll/pollBox.js'
export { type CountedVotes, type PollResults, pollResults } from './poll/pollResults.js'
export { type VoteLimit, voteLimit } from './poll/voteLimit.js'
export { tokenInCookie, voteCookieAge, voteCookieName } from './poll/voter.js'
