import type { PollDatesPayload, PollPayload } from '../answers/poll.js'
import { formatInstant, type Instant } from '../foundation/instants.js'
import { canVote, type VoterFacts } from './decideVote.js'
import type { Poll } from './poll.js'
import { type PollDates, phaseOf } from './pollDates.js'
import { type CountedVotes, pollResults } from './pollResults.js'

export interface PollViewer extends VoterFacts {
  readonly mayReview: boolean
  readonly justVoted: boolean
}

export interface PollPayloadSource {
  readonly url: string
  readonly poll: Poll
  readonly votes: CountedVotes
  readonly viewer: PollViewer
  readonly anonymousBlocked: boolean
  readonly now: Instant
}

/** Builds the payload of `@poll` and of the response to a vote (docs/polls.md, Poll payload). */
export function pollPayload({ url, poll, votes, viewer, anonymousBlocked, now }: PollPayloadSource): PollPayload {
  const hasVoted = hasVotedVisibly(viewer)
  const isVisible = resultsVisible(poll, { mayReview: viewer.mayReview, hasVoted: hasVoted }, now)
  const { total, results } = pollResults(poll, votes)
  return {
    '@id': url,
    uid: poll.uid,
    state: poll.state,
    allow_anonymous: poll.allowAnonymous,
    anonymous_blocked: anonymousBlocked,
    show_results: poll.showResults,
    results_graph: poll.resultsGraph,
    options: poll.options,
    max_choices: poll.maxChoices,
    legend: poll.legend,
    shuffle_options: poll.shuffleOptions,
    can_vote: canVote(poll, viewer, now),
    has_voted: hasVoted,
    total_votes: isVisible ? total : null,
    results: isVisible ? results : null,
    ...datesOf(poll, now),
  }
}

/**
 * Returns the date keys of the payload. A poll without dates has none of these keys, as in Plone (docs/polls.md, Poll
 * payload).
 */
function datesOf(poll: PollDates, now: Instant): Partial<PollDatesPayload> {
  const { openDate, closeDate } = poll
  if (openDate === null && closeDate === null) return {}
  return { open_date: dateOf(openDate), close_date: dateOf(closeDate), expired: phaseOf(poll, now) === 'after' }
}

/**
 * Returns the value of `has_voted`. In the response to a vote, the value is true. Otherwise the value for visitors is
 * null, so that all visitors share one cached payload, and only the cookie records whether a visitor has voted
 * (docs/polls.md, Poll payload, rule 2).
 */
function hasVotedVisibly({ kind, hasVoted, justVoted }: PollViewer): boolean | null {
  if (justVoted) return true
  return kind === 'visitor' ? null : hasVoted
}

/**
 * Whether a caller can view the results. `hasVoted` is null for visitors. An open poll is treated as closed after its
 * close date (docs/polls.md, Results).
 */
export function resultsVisible(
  poll: Poll,
  { mayReview, hasVoted }: { readonly mayReview: boolean; readonly hasVoted: boolean | null },
  now: Instant,
): boolean {
  const isOpen = poll.state === 'open'
  if (poll.state === 'closed' || (isOpen && phaseOf(poll, now) === 'after') || mayReview) return true
  return isOpen && poll.showResults && hasVoted !== false
}

const dateOf = (date: Instant | null): string | null => (date === null ? null : formatInstant(date))
