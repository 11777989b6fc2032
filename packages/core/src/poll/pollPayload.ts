import { formatInstant, type Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import { mayVote, type VoterFacts } from './decideVote.js'
import type { Poll } from './poll.js'
import { phaseOf } from './pollDates.js'
import { type CountedVotes, pollResults } from './pollResults.js'

/** Who is shown a poll. */
export interface PollViewer extends VoterFacts {
  readonly mayReview: boolean
  /** Whether this answers the vote of the viewer. */
  readonly justVoted: boolean
}

export interface PollShown {
  /** Of the service on the poll: `…/@poll`. */
  readonly url: string
  readonly poll: Poll
  readonly votes: CountedVotes
  readonly viewer: PollViewer
  readonly anonymousBlocked: boolean
  readonly now: Instant
}

/** The answer of `@poll` and of a vote (docs/polls.md, Poll payload; docs/polls.md, Poll payload). */
export function pollPayload({ url, poll, votes, viewer, anonymousBlocked, now }: PollShown): JsonObject {
  const told = hasVotedVisibly(viewer)
  const shown = resultsVisible(poll, { mayReview: viewer.mayReview, hasVoted: told }, now)
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
    can_vote: mayVote(poll, viewer, now),
    has_voted: told,
    total_votes: shown ? total : null,
    results: shown ? results : null,
    open_date: dateOf(poll.openDate),
    close_date: dateOf(poll.closeDate),
    expired: phaseOf(poll, now) === 'after',
  }
}

/**
 * Visitors all get the same answer, which a cache may keep: whether one has voted is in their cookie (docs/polls.md,
 * Poll payload, rule 2).
 */
function hasVotedVisibly({ kind, hasVoted, justVoted }: PollViewer): boolean | null {
  if (justVoted) return true
  return kind === 'visitor' ? null : hasVoted
}

/**
 * Whether somebody sees the results; `hasVoted` is null of visitors (docs/polls.md, Results; after the close date as if
 * closed).
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
