import type { PoolClient, QueryConfig } from 'pg'
import type { Execute } from '../connection.js'
import { isLost, isTransactionAborted } from '../faults.js'
import { withTimeout } from '../server/queryTimeout.js'
import { timeLimits } from '../server/timeLimits.js'

export type Session = ReturnType<typeof sessionOn>

export function sessionOn(client: PoolClient) {
  let last: Promise<unknown> = Promise.resolve()
  let lostBy: Error | false = false
  let failedBy: unknown
  let isReleased = false
  const release = (): void => {
    if (!isReleased) client.release(lostBy)
    isReleased = true
  }
  // A lost connection is released immediately, so that the pool notices an unresponsive server as early as possible.
  const loseBy = (error: Error): void => {
    lostBy ||= error
    release()
  }
  const send = (query: QueryConfig) =>
    client.query(query).catch(error => {
      // After a failed statement, other statements only report the aborted transaction. Callers that share the
      // transaction receive the original error instead.
      if (failedBy && isTransactionAborted(error)) throw failedBy
      failedBy = error
      throw error
    })
  const execute: Execute = (query: QueryConfig) => {
    // Statements on a lost connection are rejected immediately, because each of them would otherwise wait for its own
    // timeout.
    const answer = last.then(() => (lostBy ? Promise.reject(lostBy) : send(query)))
    last = answer.catch(error => {
      if (isLost(error)) loseBy(error)
    })
    return answer
  }
  return {
    execute,
    /** Rolls the transaction back, unless the connection is lost, and returns the connection to the pool. */
    rollBack: async (): Promise<void> => {
      await last
      if (!lostBy) await execute({ text: 'ROLLBACK' }).catch(loseBy)
      release()
    },
    release,
  }
}

const limit = timeLimits.whole

const longTimeouts = `SET LOCAL statement_timeout = ${limit}; SET LOCAL idle_in_transaction_session_timeout = ${limit}`

export async function extendTimeouts(execute: Execute): Promise<Execute> {
  await execute({ text: longTimeouts })
  return query => execute(withTimeout(query, limit))
}
