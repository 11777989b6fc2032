import type { PollPayload } from '../answers/poll.js'
import { addVote, type Ballot, noVotes, type Tally, type Voter, voterKey } from '../content/store/ballots.js'
import type { Instant } from '../foundation/instants.js'
import { decideVote, type VoteRefusal } from './decideVote.js'
import type { Poll } from './poll.js'
import { pollPayload } from './pollPayload.js'
import { visitorToken } from './voter.js'

/** The store for the votes of a poll box. `poll` is the UID of a poll. */
export interface PollVotes {
  tally(poll: string): Promise<Tally>
  hasVoted(poll: string, voter: Voter): Promise<boolean>
  /** Atomically counts a vote if the voter has not voted yet. */
  cast(vote: PollVote): Promise<'cast' | 'already-voted'>
  /** Deletes all votes and voters of a poll. */
  clear(poll: string): Promise<void>
}

/** A voter and the ids of the selected options. */
export type PollVote = Omit<Ballot, 'revision'>

/** A user of a poll. The token of a visitor is null before the visitor's first vote. */
export interface PollGuest {
  readonly voter: Extract<Voter, { kind: 'member' }> | { readonly kind: 'visitor'; readonly token: string | null }
  /** Whether the embedding application permits the user to vote. The rules of the poll also apply. */
  readonly mayVote: boolean
  /** Whether the user can view the results at any time. */
  readonly mayReview?: boolean
}

/** The payload after an accepted vote, or the reason for a refusal. */
export type PollBoxOutcome =
  /** `token` identifies a visitor in later requests, for example in a cookie. It is null for members. */
  | { readonly kind: 'cast'; readonly payload: PollPayload; readonly token: string | null }
  | { readonly kind: 'refused'; readonly reason: VoteRefusal }

/**
 * Applies the rules of polls and counts votes, without requiring a site. The embedding application stores the polls.
 */
export interface PollBox {
  /** Returns the `@poll` payload. Its `@id` is the UID of the poll. */
  show(poll: Poll, guest: PollGuest): Promise<PollPayload>
  /** Counts a vote. `body` is the parsed JSON body, such as `{option_id: 1}` or `{option_ids: [1, 2]}`. */
  vote(poll: Poll, guest: PollGuest, body: unknown): Promise<PollBoxOutcome>
  clear(poll: string): Promise<void>
}

export interface PollBoxOptions {
  now(): Instant
  randomBytes(count: number): Uint8Array
  /** The vote store. Defaults to an in-memory store. */
  readonly votes?: PollVotes
}

/**
 * Creates a poll box, which counts votes without a site (docs/polls.md, Polls without a site).
 *
 * @example
 * const box = createPollBox({ now: Date.now, randomBytes })
 * const poll = newPoll({ uid: 'drinks', options: ['Tea', 'Coffee'] })
 * const alice = { voter: { kind: 'member', id: 'alice' }, mayVote: true } as const
 * await box.vote(poll, alice, { option_id: 1 }) // { kind: 'cast', payload: {…}, token: null }
 * await box.vote(poll, alice, { option_id: 0 }) // { kind: 'refused', reason: 'already-voted' }
 */
export function createPollBox({ now, randomBytes, votes = memoryPollVotes() }: PollBoxOptions): PollBox {
  const facts = async ({ uid }: Poll, { voter, mayVote }: PollGuest) => ({
    kind: voter.kind,
    holdsVote: mayVote,
    hasVoted: isRecordable(voter) && (await votes.hasVoted(uid, voter)),
  })
  const show = async (poll: Poll, guest: PollGuest, justVoted = false): Promise<PollPayload> =>
    pollPayload({
      url: poll.uid,
      poll,
      votes: await votes.tally(poll.uid),
      viewer: { ...(await facts(poll, guest)), mayReview: guest.mayReview === true, justVoted },
      anonymousBlocked: false,
      now: now(),
    })
  return {
    show: (poll, guest) => show(poll, guest),
    clear: poll => votes.clear(poll),
    vote: async (poll, guest, body) => {
      const time = now()
      const decision = decideVote({ poll, voter: await facts(poll, guest), body, now: time })
      if (decision.kind === 'refused') return decision
      const token = guest.voter.kind === 'visitor' ? visitorToken(randomBytes(16)) : null
      const voter: Voter = guest.voter.kind === 'member' ? guest.voter : { kind: 'visitor', token: token ?? '' }
      const outcome = await votes.cast({ poll: poll.uid, voter, options: decision.options, time })
      if (outcome === 'already-voted') return { kind: 'refused', reason: outcome }
      return { kind: 'cast', payload: await show(poll, { ...guest, voter }, true), token }
    },
  }
}

const isRecordable = (voter: PollGuest['voter']): voter is Voter => voter.kind === 'member' || voter.token !== null

/** Creates an in-memory vote store. Votes are lost when the process ends. */
export function memoryPollVotes(): PollVotes {
  const polls = new Map<string, { tally: Tally; readonly voters: Set<string> }>()
  return {
    tally: async poll => polls.get(poll)?.tally ?? noVotes,
    hasVoted: async (poll, voter) => polls.get(poll)?.voters.has(voterKey(voter)) === true,
    cast: async ({ poll, voter, ...vote }) => {
      const { tally, voters } = polls.get(poll) ?? { tally: noVotes, voters: new Set<string>() }
      if (voters.has(voterKey(voter))) return 'already-voted'
      polls.set(poll, { tally: addVote(tally, vote), voters: voters.add(voterKey(voter)) })
      return 'cast'
    },
    clear: async poll => void polls.delete(poll),
  }
}
