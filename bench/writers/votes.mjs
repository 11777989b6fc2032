import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqliteStore } from '@plenum/sql-store'
import { openLibsql } from '@plenum/sql-store/libsql'
import { buildCreations, uidFor } from '@plenum/testkit'
import { inRounds, rateOf } from '../measure.mjs'

const seconds = 4
const callers = 32

/**
 * Returns the number of votes per second that concurrent visitors cast over HTTP, and the CPU time of the server per
 * vote in milliseconds. Each visitor waits for the response.
 */
export async function votesOverHttp({ ask, cpu }) {
  const options = Array.from({ length: 5 }, (_, i) => ({ description: `Option number ${i}` }))
  await ask('POST', '/', { body: { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', options } })
  await ask('POST', '/poll/@workflow/open', { body: {} })
  const rounds = await inRounds(3, [() => voteFor(seconds * 1000, { ask, cpu })])
  return rounds[0]
}

async function voteFor(milliseconds, { ask, cpu }) {
  const [startedAt, before] = [performance.now(), await cpu()]
  let cast = 0
  const context = async () => {
    while (performance.now() - startedAt < milliseconds)
      await ask('POST', '/poll/@vote', { body: { option_id: cast++ % 5 }, isMember: false })
  }
  await Promise.all(Array.from({ length: callers }, context))
  const perSecond = (cast * 1000) / (performance.now() - startedAt)
  return { perSecond, cpu: ((await cpu()) - before) / 1000 / cast }
}

/**
 * Returns the number of votes per second without HTTP, in five rounds: by a single caller, with a commit for each vote,
 * and by 32 callers.
 */
export async function voteRates() {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-votes-'))
  const file = path.join(dir, 'votes.sqlite')
  const { content } = sqliteStore({ open: () => openLibsql(file) })
  await content.commit({ creates: buildCreations('/') })
  let voters = 0
  const vote = () => {
    const voter = { kind: 'visitor', token: `token-of-a-visitor-${voters++}` }
    return content.cast({ poll: uidFor('/'), revision: 0, voter, options: [voters % 5], time: Date.now() })
  }
  const rates = await inRounds(5, [() => rateOf(1, vote), () => rateOf(32, vote)])
  await content.close()
  rmSync(dir, { recursive: true })
  return rates
}
