import type { PollPayload } from '../../answers/poll.js'
import type { Tally, Voter } from '../../content/store/ballots.js'
import type { VoterFacts } from '../../poll/decideVote.js'
import { type Poll, pollOf } from '../../poll/poll.js'
import { anonymousBlocked, holdsVote } from '../../poll/pollAccess.js'
import { pollPayload } from '../../poll/pollPayload.js'
import type { Caller } from '../../security/caller.js'
import { permission } from '../../security/stockPermissions.js'
import { may, urlOfVisit, type Visit } from '../run/visit.js'

/** A poll and the facts about the caller as a voter. */
export interface PollView {
  readonly poll: Poll
  readonly voter: VoterFacts
}

/** Reads a poll for the caller. `token` is the cookie of a visitor who has voted before. */
export async function seePoll(visit: Visit, token: string | null): Promise<PollView> {
  const { node, reader, caller, lineage, environment } = visit
  const kind = caller.kind === 'member' ? 'member' : 'visitor'
  const isKnown = caller.kind === 'member' || token !== null
  const hasVoted = isKnown && (await reader.hasVoted(node.uid, voterOf(caller, token ?? '')))
  const holds = holdsVote({ caller, lineage, site: environment.registry.permissions })
  return { poll: pollOf(node), voter: { kind, holdsVote: holds, hasVoted } }
}

/** The voter to record for a caller; `token` is only used for visitors. */
export function voterOf(caller: Caller, token: string): Voter {
  return caller.kind === 'member' ? { kind: 'member', id: caller.id } : { kind: 'visitor', token }
}

export interface PollShow extends PollView {
  readonly tally: Tally
  /** Whether the payload is the answer to a vote of the caller. */
  readonly justVoted: boolean
}

export function presentPoll(visit: Visit, { poll, voter, tally, justVoted }: PollShow): PollPayload {
  const { lineage, environment, now } = visit
  return pollPayload({
    url: `${urlOfVisit(visit)}/@poll`,
    poll,
    votes: tally,
    viewer: { ...voter, mayReview: may(visit, permission.review), justVoted },
    anonymousBlocked: anonymousBlocked(poll, { lineage, site: environment.registry.permissions }),
    now,
  })
}
