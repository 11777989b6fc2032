import type { PollPayload } from '../../answers/poll.js'
import type { Tally, Voter } from '../../content/store/ballots.js'
import type { VoterFacts } from '../../poll/decideVote.js'
import { type Poll, pollOf } from '../../poll/poll.js'
import { anonymousBlocked, holdsVote } from '../../poll/pollAccess.js'
import { pollPayload } from '../../poll/pollPayload.js'
import type { Caller } from '../../security/caller.js'
import { permission } from '../../security/stockPermissions.js'
import { hasPermission, type RequestContext, urlOfContext } from '../run/requestContext.js'

/** A poll and the facts about the caller as a voter. */
export interface PollView {
  readonly poll: Poll
  readonly voter: VoterFacts
}

/** Reads a poll for the caller. `token` is the cookie of a visitor who has voted before. */
export async function readPoll(context: RequestContext, token: string | null): Promise<PollView> {
  const { node, reader, caller, lineage, environment } = context
  const kind = caller.kind === 'member' ? 'member' : 'visitor'
  const isIdentified = caller.kind === 'member' || token !== null
  const hasVoted = isIdentified && (await reader.hasVoted(node.uid, voterOf(caller, token ?? '')))
  const isVoter = holdsVote({ caller, lineage, site: environment.registry.permissions })
  return { poll: pollOf(node), voter: { kind, holdsVote: isVoter, hasVoted } }
}

/** The voter to record for a caller; `token` is only used for visitors. */
export function voterOf(caller: Caller, token: string): Voter {
  return caller.kind === 'member' ? { kind: 'member', id: caller.id } : { kind: 'visitor', token }
}

export interface PollPresentation extends PollView {
  readonly tally: Tally
  /** Whether the payload is the answer to a vote of the caller. */
  readonly justVoted: boolean
}

export function presentPoll(context: RequestContext, { poll, voter, tally, justVoted }: PollPresentation): PollPayload {
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
