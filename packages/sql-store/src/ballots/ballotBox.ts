import type { Ballot, BallotBox, CastOutcome } from '@plenum/core/ports'
import type { Log } from '../log.js'
import type { Writer } from '../writer.js'
import { castBallots } from './castBallots.js'

interface Waiting {
  readonly ballot: Ballot
  resolve(outcome: CastOutcome): void
  reject(error: unknown): void
}

/** So many votes go into one transaction: whatever else the process has to do waits no longer than they take. */
const maxAtOnce = 1000

/**
 * Votes that come in one turn of the event loop, or while others are written, share a transaction and its flush. Each is
 * answered when that is done; when it fails, none of them is counted, and all are told of the error.
 */
export function createBallotBox(writer: Writer, log: Log): BallotBox {
  const waiting: Waiting[] = []
  let isRunning = false
  const run = async () => {
    if (await castsSome(writer, waiting)) log.emptySoon()
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

/** Whether any of them was counted. */
async function castsSome(writer: Writer, waiting: Waiting[]): Promise<boolean> {
  let taken: readonly Waiting[] = []
  try {
    const outcomes = await writer.write(connection => {
      taken = waiting.splice(0, maxAtOnce)
      return castBallots(connection, taken)
    }, hasCounted)
    for (const [i, outcome] of outcomes.entries()) taken[i]?.resolve(outcome)
    return hasCounted(outcomes)
  } catch (error) {
    // While there is no lock none is taken: then all have waited in vain.
    for (const { reject } of taken.length > 0 ? taken : waiting.splice(0)) reject(error)
    return false
  }
}

const hasCounted = (outcomes: readonly CastOutcome[]): boolean => outcomes.some(outcome => typeof outcome !== 'string')
