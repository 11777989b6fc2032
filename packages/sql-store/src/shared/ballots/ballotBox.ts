import type { Ballot, BallotBox, CastOutcome } from '@plenum/core/ports'
import type { Awaitable, Connection } from '../sql.js'
import type { Write } from '../writing/writer.js'

interface PendingBallot {
  readonly ballot: Ballot
  resolve(outcome: CastOutcome): void
  reject(error: unknown): void
}

interface CountingOptions {
  readonly write: Write
  /** Casts votes in the transaction of `write`. Returns the outcomes in the order of the ballots. */
  cast(connection: Connection, ballots: readonly Ballot[]): Awaitable<readonly CastOutcome[]>
  onCounted(): void
}

/** The maximum number of votes per transaction, which limits the delay for other work of the process. */
const maxAtOnce = 1000

/**
 * Creates the ballot box, which counts votes. Votes that arrive in one event loop iteration or during a write share one
 * transaction and one disk flush. Each call to `cast` resolves after the commit. If the transaction fails, no vote is
 * counted and all calls reject.
 */
export function createBallotBox(counting: CountingOptions): BallotBox {
  const waiting: PendingBallot[] = []
  let isRunning = false
  const run = async () => {
    if (await castBatch(counting, waiting)) counting.onCounted()
    if (waiting.length > 0) setImmediate(run)
    else isRunning = false
  }
  return {
    cast: ballot =>
      new Promise((resolve, reject) => {
        waiting.push({ ballot, resolve, reject })
        if (!isRunning) setImmediate(run)
        isRunning = true
      }),
  }
}

/** Casts the waiting votes in one transaction. Resolves to true if at least one vote was counted. */
async function castBatch({ write, cast }: CountingOptions, waiting: PendingBallot[]): Promise<boolean> {
  let batch: readonly PendingBallot[] = []
  try {
    const outcomes = await write(connection => {
      if (batch.length === 0) batch = waiting.splice(0, maxAtOnce)
      const ballots = batch.map(({ ballot }) => ballot)
      return cast(connection, ballots)
    }, hasCounted)
    for (const [i, outcome] of outcomes.entries()) batch[i]?.resolve(outcome)
    return hasCounted(outcomes)
  } catch (error) {
    // If the lock could not be acquired, the queue still contains all votes, and all of them must be rejected.
    for (const { reject } of batch.length > 0 ? batch : waiting.splice(0)) reject(error)
    return false
  }
}

const hasCounted = (outcomes: readonly CastOutcome[]): boolean => outcomes.some(outcome => typeof outcome !== 'string')
