import type { PollPayload } from '../../answers/poll.js'
import type { Ballot, Tally, Voter } from '../../content/store/ballots.js'
import { DomainError } from '../../foundation/messages.js'
import { decideVote, type VoteRefusal, type VoterFacts, votingObstacle } from '../../poll/decideVote.js'
import { type Poll, pollOf } from '../../poll/poll.js'
import { anonymousBlocked, holdsVote } from '../../poll/pollAccess.js'
import { nextPollDate } from '../../poll/pollDates.js'
import { pollPayload } from '../../poll/pollPayload.js'
import { pollType } from '../../poll/pollType.js'
import { voteRefusal } from '../../poll/voteRefusal.js'
import { visitorToken } from '../../poll/voter.js'
import type { Caller } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { siteSecret } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, nearestPublic, type RequestContext, urlOfContext } from '../run/requestContext.js'

const isPoll = ({ type }: RequestContext): boolean => type.id === pollType.id

export interface PollAnswer {
  readonly payload: PollPayload
  /** Metadata for caches that serve the response to other visitors, or null if the response is for a single member. */
  readonly sharing: PollSharing | null
}

interface PollSharing {
  /** The ETag, which does not disclose hidden votes (docs/polls.md, Poll caching). */
  readonly etag: string
  /** The time in seconds until a date changes the response, or null if no future date changes it. */
  readonly changesIn: number | null
}

/** `GET {path}/@poll` returns the poll (docs/polls.md, Poll payload). */
export const getPoll: Operation<undefined, PollAnswer> = {
  permission: permission.view,
  exists: isPoll,
  dependsOn: async ({ node, now }) => ({ until: nextPollDate(pollOf(node), now), hasVotes: true }),
  async run(context) {
    const tally = await context.reader.tally(context.node.uid)
    const { poll, voter } = await readPoll(context, null)
    const payload = presentPoll(context, { poll, voter, tally, justVoted: false })
    const isShared = context.caller.kind !== 'member'
    return { answer: { payload, sharing: isShared ? sharingOf(context, { poll, tally, payload }) : null } }
  },
}

/**
 * Whether the token in a visitor's cookie belongs to a recorded voter. The payload of `@poll` does not contain this
 * value, because all visitors share the payload (docs/polls.md, Poll payload, rule 2).
 */
export const hasVisitorVoted: Operation<Pick<CastVoteInput, 'token'>, boolean> = {
  permission: permission.view,
  exists: isPoll,
  async run({ node, reader, caller }, { token: tokenFor }) {
    const token = caller.kind === 'member' ? null : tokenFor(node.uid)
    return { answer: token !== null && (await reader.hasVoted(node.uid, { kind: 'visitor', token })) }
  },
}

/**
 * Returns the metadata for shared caches. The ETag also changes after votes and transitions that the payload does not
 * show.
 */
function sharingOf(
  { node, lineage, environment, now }: RequestContext,
  { poll, tally, payload }: { readonly poll: Poll; readonly tally: Tally; readonly payload: PollPayload },
): PollSharing {
  const changes = nextPollDate(poll, now)
  const etagSource = JSON.stringify([node.revision, tally.casts, payload])
  return {
    etag: environment.hmac(siteSecret(lineage[0]), etagSource),
    changesIn: changes === null ? null : Math.floor((changes - now) / 1000),
  }
}

export interface CastVoteInput {
  /** The parsed body, undefined for invalid JSON, or a DomainError that is thrown after the permission checks. */
  readonly body: unknown
  /** Returns the token in the caller's cookie for a poll, or null. The token of a member is ignored. */
  readonly token: (poll: string) => string | null
  /**
   * Applies the rate limit. This function is called only if the caller may vote. Throws a DomainError
   * `too-many-requests` if the caller must wait.
   */
  admit(): Promise<void>
}

export interface VoteAnswer {
  readonly payload: PollPayload
  /** The token for the visitor's cookie, or null for members. The cookie prevents a second vote. */
  readonly cookie: { readonly poll: string; readonly token: string } | null
}

/** `POST {path}/@vote` casts a vote (docs/polls.md, Voting). Rule 3 defines the order of the checks. */
export const castVote: Operation<CastVoteInput, VoteAnswer> = {
  permission: null,
  exists: isPoll,
  async run(context, input) {
    const { body, token, admit } = requireFunctions(input)
    const { node, caller, now } = context
    const sentToken = caller.kind === 'member' ? null : token(node.uid)
    const principals = await readPoll(context, sentToken)
    const { poll, voter } = principals
    const votingRefusal = votingObstacle(poll, voter, now)
    if (votingRefusal !== 'not-permitted') await admit()
    if (votingRefusal) throw refusal(context, principals, votingRefusal)
    if (body instanceof DomainError) throw body
    const decision = decideVote({ poll, voter, body, now })
    if (decision.kind === 'refused') throw refusal(context, principals, decision.reason)
    const newToken = visitorToken(context.environment.randomBytes(16))
    const ballot: Ballot = {
      poll: node.uid,
      revision: node.revision,
      voter: voterOf(caller, newToken),
      options: decision.options,
      time: now,
    }
    const cookie = caller.kind === 'member' ? null : { poll: node.uid, token: newToken }
    const show = (tally: Tally): VoteAnswer => ({
      payload: presentPoll(context, { poll, voter, tally, justVoted: true }),
      cookie,
    })
    return { ballot, show }
  },
}

/** Returns the input unchanged. Throws if a function is missing, because JavaScript callers are not type-checked. */
function requireFunctions(input: CastVoteInput): CastVoteInput {
  if (typeof input?.token === 'function' && typeof input.admit === 'function') return input
  throw new TypeError('The input of castVote must be { body, token: poll => text or null, admit: async () => {} }.')
}

function refusal({ lineage, environment }: RequestContext, principals: PollView, reason: VoteRefusal): DomainError {
  const { code, explanation: text } = voteRefusal(reason, principals)
  return new DomainError(code, text, { context: nearestPublic(lineage, environment) })
}

interface PollView {
  readonly poll: Poll
  readonly voter: VoterFacts
}

/**
 * Reads the poll and the status of the caller as a voter. `token` is the value of the visitor's cookie, or null if the
 * visitor has not voted.
 */
async function readPoll(context: RequestContext, token: string | null): Promise<PollView> {
  const { node, reader, caller, lineage, environment } = context
  const kind = caller.kind === 'member' ? 'member' : 'visitor'
  const isIdentified = caller.kind === 'member' || token !== null
  const hasVoted = isIdentified && (await reader.hasVoted(node.uid, voterOf(caller, token ?? '')))
  const isVoter = holdsVote({ caller, lineage, site: environment.registry.permissions })
  return { poll: pollOf(node), voter: { kind, holdsVote: isVoter, hasVoted } }
}

const voterOf = (caller: Caller, token: string): Voter =>
  caller.kind === 'member' ? { kind: 'member', id: caller.id } : { kind: 'visitor', token }

interface PollPresentation extends PollView {
  readonly tally: Tally
  /** Whether the payload is the response to the caller's vote. */
  readonly justVoted: boolean
}

function presentPoll(context: RequestContext, { poll, voter, tally, justVoted }: PollPresentation): PollPayload {
  const { lineage, environment, now } = context
  return pollPayload({
    url: `${urlOfContext(context)}/@poll`,
    poll,
    votes: tally,
    viewer: { ...voter, mayReview: hasPermission(context, permission.review), justVoted },
    anonymousBlocked: anonymousBlocked(poll, { lineage, site: environment.registry.permissions }),
    now,
  })
}
