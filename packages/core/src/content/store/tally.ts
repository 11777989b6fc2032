import type { Ballot, Tally } from './ballots.js'

/** The tally of a poll in which nobody has ever voted. */
export const noVotes: Tally = { counts: new Map(), voters: 0, casts: 0, lastVote: null }

/** The tally after one more vote. The caller checks that the voter has not voted before. */
export function addVote(
  { counts, voters, casts, lastVote }: Tally,
  { options, time }: Pick<Ballot, 'options' | 'time'>,
): Tally {
  const next = new Map(counts)
  for (const option of options) next.set(option, (next.get(option) ?? 0) + 1)
  return { counts: next, voters: voters + 1, casts: casts + 1, lastVote: Math.max(time, lastVote ?? time) }
}

/** The tally without voters, and without the votes for `options`. Unchanged if there was never a vote. */
export function clearVotes(tally: Tally, options: readonly number[]): Tally {
  if (tally.casts === 0) return tally
  const counts = new Map([...tally.counts].filter(([option]) => !options.includes(option)))
  return { counts, voters: 0, casts: tally.casts + 1, lastVote: null }
}

/** The tally with all votes replaced. Unchanged if there was never a vote and `replacement` has none. */
export function replaceVotes({ casts }: Tally, replacement: Pick<Tally, 'counts' | 'voters'>): Tally {
  const counts = new Map([...replacement.counts].filter(([, votes]) => votes > 0))
  if (casts === 0 && replacement.voters === 0 && counts.size === 0) return noVotes
  return { counts, voters: replacement.voters, casts: casts + 1, lastVote: null }
}
