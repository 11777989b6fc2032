import type { Tally, Voter } from '../content/store/ballots.js'
import { noVotes, withVote } from '../content/store/tally.js'
import { voterKey } from '../content/store/voterKey.js'
import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import { decideVote, type VoteRefusal } from './decideVote.js'
import type { Poll } from './poll.js'
import { pollPayload } from './pollPayload.js'
import { visitorToken } from './voter.js'

/** Where the votes of a poll box are kept; each method answers for one poll, by its UID. */
export interface PollVotes {
  tally(poll: string): Promise<Tally>
  hasVoted(poll: string, voter: Voter): Promise<boolean>
  /** Counts the vote of somebody who has not voted, wholly or not at all. */
  cast(vote: PollVote): Promise<'cast' | 'already-voted'>
  /** Forgets votes and voters. */
  clear(poll: string): Promise<void>
}

export interface PollVote {
  readonly poll: string
  readonly voter: Voter
  readonly options: readonly number[]
  readonly time: Instant
}

/** Who comes to a poll; a visitor has no token before the first vote. */
export interface PollGuest {
  readonly voter: Extract<Voter, { kind: 'member' }> | { readonly kind: 'visitor'; readonly token: string | null }
  /** Whether they may vote as far as your service is concerned. */
  readonly mayVote: boolean
  /** Whether they see results at any time. */
  readonly mayReview?: boolean
}

export type PollBoxOutcome =
  /** `token` is what a visitor is to come back with; null for members. */
  | { readonly kind: 'cast'; readonly payload: JsonObject; readonly token: string | null }
  | { readonly kind: 'refused'; readonly reason: VoteRefusal }

/** Polls for a service that keeps its own content: the rules and the votes, without a site. */
export interface PollBox {
  /** The payload of `@poll`; `@id` is the poll's UID. */
  show(poll: Poll, guest: PollGuest): Promise<JsonObject>
  /** `body` as it was parsed: `{option_id}` or `{option_ids}`. */
  vote(poll: Poll, guest: PollGuest, body: unknown): Promise<PollBoxOutcome>
  clear(poll: string): Promise<void>
}

export interface PollBoxWorld {
  now(): Instant
  randomBytes(count: number): Uint8Array
  /** In memory when it is left out. */
  readonly votes?: PollVotes
}

/** See PollBox. The rules are those of docs/polls.md, Polls without a site. */
export function createPollBox({ now, randomBytes, votes = memoryPollVotes() }: PollBoxWorld): PollBox {
  const facts = async ({ uid }: Poll, { voter, mayVote }: PollGuest) => ({
    kind: voter.kind,
    holdsVote: mayVote,
    hasVoted: isRecordable(voter) && (await votes.hasVoted(uid, voter)),
  })
  const show = async (poll: Poll, guest: PollGuest, justVoted = false): Promise<JsonObject> =>
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

/** Votes that last as long as the process. */
export function memoryPollVotes(): PollVotes {
  const polls = new Map<string, { tally: Tally; readonly voters: Set<string> }>()
  return {
    tally: async poll => polls.get(poll)?.tally ?? noVotes,
    hasVoted: async (poll, voter) => polls.get(poll)?.voters.has(voterKey(voter)) === true,
    cast: async ({ poll, voter, ...vote }) => {
      const { tally, voters } = polls.get(poll) ?? { tally: noVotes, voters: new Set<string>() }
      if (voters.has(voterKey(voter))) return 'already-voted'
      polls.set(poll, { tally: withVote(tally, vote), voters: voters.add(voterKey(voter)) })
      return 'cast'
    },
    clear: async poll => void polls.delete(poll),
  }
}
