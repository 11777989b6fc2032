import type { TimeSlice } from '@plenum/core'
import { clearVotes, replaceVotes, type Tally, voterKey } from '@plenum/core/ports'
import type { ChangeStep } from '../change/changeStep.js'
import type { Connection, PollVotes, Refusal } from '../sql.js'

export const clearBallots: ChangeStep = async (connection, change, slice) => {
  await connection.engine.votes.beginChange(change)
  const replacements = (change.clearBallots ?? []).map(({ poll, options }) => ({
    poll,
    next: (tally: Tally) => ({ tally: clearVotes(tally, options), keys: new Set<string>() }),
  }))
  return replaceEach(connection, replacements, slice)
}

export const replaceBallots: ChangeStep = (connection, { replaceBallots = [] }, slice) => {
  const replacements = replaceBallots.map(({ poll, ballots: { counts, voters } }) => {
    const keys = new Set(voters.map(voterKey))
    return { poll, next: (tally: Tally) => ({ tally: replaceVotes(tally, { counts, voters: keys.size }), keys }) }
  })
  return replaceEach(connection, replacements, slice)
}

interface Replacement {
  readonly poll: string
  next(tally: Tally): Omit<PollVotes, 'seq'>
}

async function replaceEach(
  { engine: { votes } }: Connection,
  replacements: readonly Replacement[],
  slice: TimeSlice,
): Promise<Refusal | null> {
  for (const { poll: uid, next } of replacements) {
    if (slice.isOver()) await slice.next()
    const poll = await votes.lockPoll(uid)
    if (!poll) return 'gone'
    const after = next(poll.tally)
    if (after.tally.casts > 0) await votes.replace({ seq: poll.seq, ...after }, slice)
  }
  return null
}
