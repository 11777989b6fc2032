// Measures votes on PostgreSQL without HTTP: the votes per second of a single caller, whose votes are committed one by
// one, and those of 32 and 256 callers, relative to the single caller in the same round. Uses the PostgreSQL server for
// tests, but flushes commits to disk.
import { postgresStore } from '@plenum/sql-store'
import { buildCreations, startPostgres, uidFor } from '@plenum/testkit'
import { inRounds, median, rateOf, ratioOf } from './measure.mjs'

const limit = 3

const server = await startPostgres({ fsync: 'on' })
const { content, close } = await postgresStore({ url: server.url })
await content.commit({ creates: buildCreations('/') })

let voters = 0
const vote = () => {
  const voter = { kind: 'visitor', token: `token-of-a-visitor-${voters++}` }
  return content.cast({ poll: uidFor('/'), revision: 0, voter, options: [voters % 5], time: Date.now() })
}

const callers = [1, 32, 256]
const rates = await inRounds(
  5,
  callers.map(count => () => rateOf(count, vote)),
)
await close()
await server.close()

console.log('Durable votes per second on PostgreSQL: medians of 5 rounds, ratios within a round')
for (const [i, count] of callers.entries()) {
  const ratio = ratioOf(rates[i], rates[0])
  const isMissed = count > 1 && ratio < limit
  const verdict = count > 1 ? `   ${ratio.toFixed(1)} of one caller${isMissed ? `, less than ${limit}` : ''}` : ''
  console.log(`${String(count).padStart(4)} callers ${median(rates[i]).toFixed(0).padStart(8)} /s${verdict}`)
  if (isMissed) process.exitCode = 1
}
