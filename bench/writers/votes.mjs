import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openConnection } from '@plenum/server'
import { sqliteStore } from '@plenum/sql-store'
import { buildCreations, uidFor } from '@plenum/testkit'
import { inRounds, rateOf } from '../measure.mjs'

/** Votes a second without HTTP: of one caller, who has a commit for each vote, and of 32 callers; five rounds. */
export async function voteRates() {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-votes-'))
  const file = path.join(dir, 'votes.sqlite')
  const { content } = sqliteStore({ open: () => openConnection(file) })
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
