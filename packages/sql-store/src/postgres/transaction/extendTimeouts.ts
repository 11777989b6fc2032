import type { Execute } from '../connection.js'
import { queryWithTimeout } from '../server/queryTimeout.js'
import { timeLimits } from '../server/timeLimits.js'

const limit = timeLimits.whole

const longTimeouts = `SET LOCAL statement_timeout = ${limit}; SET LOCAL idle_in_transaction_session_timeout = ${limit}`

/** Raises the timeouts of the running transaction and of its statements, for work on a whole database. */
export async function extendTimeouts(execute: Execute): Promise<Execute> {
  await execute({ text: longTimeouts })
  return query => execute(queryWithTimeout(query, limit))
}
