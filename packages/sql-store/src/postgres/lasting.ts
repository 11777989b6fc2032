import type { Ask } from './postgresConnection.js'
import { awaited } from './timed.js'
import { timeLimits } from './timeLimits.js'

const limit = timeLimits.whole

const lastLonger = `SET LOCAL statement_timeout = ${limit}; SET LOCAL idle_in_transaction_session_timeout = ${limit}`

/** Raises the timeouts of the running transaction and of its statements, for work on a whole database. */
export async function letLast(ask: Ask): Promise<Ask> {
  await ask({ text: lastLonger })
  return query => ask(awaited(query, limit))
}
