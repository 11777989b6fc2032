import { createTask, type Task } from '../../task.js'
import type { Writer } from '../../writer.js'
import { scatterVoters, separateTally, type UnsettledPoll, unsettledPolls } from './scatterVoters.js'

export interface Settling {
  readonly writer: Pick<Writer, 'alone'>
  /** Runs a statement outside of transactions. */
  exec(statement: string): Promise<void>
  /** Whether somebody reads a state of the database from before, so that what was overwritten has to be kept. */
  isLookedAt(): Promise<boolean>
}

/** Milliseconds between a vote and the time from which no SQL joins voter and pick. */
const settleAfter = 1000
/** Voters that are written anew at once; the order of more waits longer, so that this stays a small part of the work. */
const fewVoters = 5000
const millisecondsPerVoter = 0.2

/**
 * Takes away what shows who voted with whom, a second after a vote and as often as votes come: rows of one transaction,
 * order of rows, former counts (docs/polls.md, Votes on PostgreSQL). Polls that another process has left so are settled too.
 */
export function createSettling(settling: Settling): Task {
  let since = new Map<number, number>()
  let mustVacuum = false
  const settleSome = async () => {
    const polls = await settling.writer.alone(write => write(unsettledPolls, () => false))
    since = new Map(polls.map(({ seq }) => [seq, since.get(seq) ?? performance.now()]))
    const isDue = ({ seq, voters }: UnsettledPoll) =>
      voters <= fewVoters || performance.now() - (since.get(seq) ?? 0) > voters * millisecondsPerVoter
    for (const poll of polls) await settlePoll(settling, poll.seq, isDue(poll))
    if (polls.length > 0 || mustVacuum) await settling.exec('VACUUM (TRUNCATE FALSE) tally, voters')
    mustVacuum = (polls.length > 0 || mustVacuum) && (await settling.isLookedAt())
    return !mustVacuum && polls.every(isDue)
  }
  const task = createTask(settleAfter, async () => {
    const isDone = await settleSome().catch(() => false)
    if (!isDone) task.soon()
  })
  task.soon()
  return task
}

function settlePoll({ writer }: Settling, seq: number, withVoters: boolean): Promise<void> {
  return writer.alone(async write => {
    const settled = withVoters
      ? await write(
          connection => scatterVoters(connection, seq),
          () => true,
        )
      : null
    await write(
      connection => separateTally(connection, seq, settled),
      () => true,
    )
  })
}
