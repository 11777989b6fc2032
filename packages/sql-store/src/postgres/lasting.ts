import type { Ask } from './postgresConnection.js'
import { awaited } from './timed.js'
import { timeLimits } from './timeLimits.js'

const limit = timeLimits.whole

const lastLonger = `SET LOCAL statement_timeout = ${limit}; SET LOCAL idle_in_transaction_session_timeout = ${limit}`

/** Lets the transaction that runs wait for a slow disk or program, and its statements take long. */
export async function letLast(ask: Ask): Promise<Ask> {
  await ask({ text: lastLonger })
  return query => ask(awaited(query, limit))
}
