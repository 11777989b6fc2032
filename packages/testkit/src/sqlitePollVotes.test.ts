import { sqlitePollVotes } from '../examples/sqlitePollVotes.js'
import { pollVotesSuite } from './pollVotesSuite.js'

pollVotesSuite({ describe, it }, 'votes in SQLite (docs/stores.md, A store of votes)', async () => {
  const votes = sqlitePollVotes(':memory:')
  return { subject: votes, close: async () => votes.close() }
})

describe('the suite of vote stores', () => {
  it('finds a store that counts a voter twice', async () => {
    const failed = await failuresOf(votes => ({ ...votes, hasVoted: async () => false, cast: async () => 'cast' }))
    expect(failed).toContain('a second vote of a voter is not counted, whatever its options')
    expect(failed).toContain('one of many simultaneous votes of a voter is counted')
  })

  it('finds a store that mixes members and visitors', async () => {
    const failed = await failuresOf(votes => ({
      ...votes,
      cast: ({ voter, ...vote }) => {
        const id = voter.kind === 'member' ? voter.id : voter.token
        return votes.cast({ ...vote, voter: { kind: 'member', id } })
      },
    }))
    expect(failed).toContain('members and visitors with equal names are distinct, and so are names that differ in case')
  })
})

type Votes = ReturnType<typeof sqlitePollVotes>

/** Returns the titles of the suite's tests that fail for a faulty store. */
async function failuresOf(fault: (votes: Votes) => Votes): Promise<readonly string[]> {
  const tests: [name: string, body: () => Promise<void>][] = []
  const runner = {
    describe: (_: string, body: () => void) => body(),
    it: (...test: (typeof tests)[0]) => tests.push(test),
  }
  pollVotesSuite(runner, 'faulty votes', async () => {
    const votes = fault(sqlitePollVotes(':memory:'))
    return { subject: votes, close: async () => votes.close() }
  })
  const outcomes = await Promise.allSettled(tests.map(([, body]) => body()))
  return tests.flatMap(([name], i) => (outcomes[i]?.status === 'rejected' ? [name] : []))
}
