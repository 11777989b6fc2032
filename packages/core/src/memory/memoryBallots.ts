import {
  addVote,
  type Ballot,
  type Ballots,
  type CastOutcome,
  clearVotes,
  noVotes,
  replaceVotes,
  voterKey,
  voterOfKey,
} from '../content/store/ballots.js'
import type { MemoryState, StoredBallots } from './memoryState.js'

export const noBallots: StoredBallots = { tally: noVotes, voters: new Set() }

/**
 * Counts a vote if it is accepted. If the vote is rejected, the `state` in the result is the unchanged `state` object.
 */
export function castIn(
  state: MemoryState,
  ballot: Ballot,
): { readonly outcome: CastOutcome; readonly state: MemoryState } {
  const stored = state.objects.get(ballot.poll)
  const key = voterKey(ballot.voter)
  if (stored?.node.revision !== ballot.revision) return { outcome: 'moved', state }
  const { tally, voters } = stored.ballots
  if (voters.has(key)) return { outcome: 'already-voted', state }
  const ballots = { tally: addVote(tally, ballot), voters: new Set(voters).add(key) }
  const objects = new Map(state.objects).set(ballot.poll, { ...stored, ballots })
  return { outcome: ballots.tally, state: { ...state, objects } }
}

export function clearedBallots({ tally }: StoredBallots, options: readonly number[]): StoredBallots {
  return { tally: clearVotes(tally, options), voters: new Set() }
}

export function replacedBallots({ tally }: StoredBallots, { counts, voters }: Ballots): StoredBallots {
  const keys = new Set(voters.map(voterKey))
  return { tally: replaceVotes(tally, { counts, voters: keys.size }), voters: keys }
}

export function ballotsOf({ tally, voters }: StoredBallots): Ballots {
  return { counts: tally.counts, voters: [...voters].sort().map(voterOfKey) }
}
