import assert from 'node:assert/strict'
import type { Voter } from '@plenum/core/ports'
import fc from 'fast-check'
import { uidFor } from '../builders.js'
import { commit } from '../contentStore/storeQueries.js'
import {
  ballotsOf,
  cast,
  hasVoted,
  makePolls,
  member,
  noTally,
  plainCounts,
  revise,
  type Store,
  tallyOf,
  visitor,
} from './ballotQueries.js'

/** A simple model of a poll: a list of voters and a list of selected options. */
interface Model {
  revision: number
  casts: number
  lastVote: number | null
  voters: Voter[]
  votes: number[]
}

const polls = ['/p', '/q'] as const
const voters = Array.from({ length: 30 }, (_, i) => (i % 2 ? member(`m${i >> 1}`) : visitor(`m${i >> 1}`)))
const options = fc.subarray([0, 1, 2, 10], { minLength: 1 })
const poll = fc.constantFrom(...polls)
const voter = fc.constantFrom(...voters)

const step = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('cast' as const),
      poll,
      voter,
      options,
      time: fc.nat({ max: 99 }),
      behind: fc.constantFrom(0, 0, 0, 0, 0, 1, -1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), poll, options }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      poll,
      voters: fc.subarray(voters),
      votes: fc.array(fc.constantFrom(0, 1, 2, 10)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revise' as const), poll }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Cast = Extract<Step, { kind: 'cast' }>

const isSame = (a: Voter) => (b: Voter) => JSON.stringify(a) === JSON.stringify(b)

function countsOf(votes: readonly number[]): [number, number][] {
  const sorted = [...new Set(votes)].sort((a, b) => a - b)
  return sorted.map(option => [option, votes.filter(vote => vote === option).length])
}

async function castInBoth(store: Store, model: Model, step: Cast): Promise<void> {
  const { poll, voter, options, time, behind } = step
  const outcome = await cast(store, poll, { voter, options, time, revision: model.revision - behind })
  if (behind !== 0) return assert.equal(outcome, 'moved')
  if (model.voters.some(isSame(voter))) return assert.equal(outcome, 'already-voted')
  assert.equal(outcome, 'cast')
  model.casts += 1
  model.lastVote = Math.max(time, model.lastVote ?? 0)
  model.voters.push(voter)
  model.votes.push(...options)
}

async function change(store: Store, model: Model, step: Exclude<Step, Cast>): Promise<void> {
  const poll = uidFor(step.poll)
  if (step.kind === 'revise') {
    model.revision += 1
    return revise(store, step.poll)
  }
  const had = model.casts > 0
  if (step.kind === 'clear') {
    await commit(store, { clearBallots: [{ poll, options: step.options }] })
    model.voters = []
    model.votes = model.votes.filter(vote => !step.options.includes(vote))
  } else {
    const { voters, votes } = step
    await commit(store, { replaceBallots: [{ poll, ballots: { counts: new Map(countsOf(votes)), voters } }] })
    model.voters = [...voters]
    model.votes = [...votes]
  }
  model.lastVote = null
  if (had || model.voters.length + model.votes.length > 0) model.casts += 1
}

async function compare(store: Store, path: string, model: Model): Promise<void> {
  const counts = countsOf(model.votes)
  const { casts, lastVote } = model
  assert.deepEqual(await tallyOf(store, path), { ...noTally, counts, voters: model.voters.length, casts, lastVote })
  const ballots = await ballotsOf(store, path)
  assert.deepEqual(plainCounts(ballots.counts), counts)
  assert.deepEqual(new Set(ballots.voters), new Set(model.voters))
  for (const voter of voters) assert.equal(await hasVoted(store, path, voter), model.voters.some(isSame(voter)))
}

/** Checks that polls agree with the model after random steps. */
export async function votesAgreeWithModel(open: () => Promise<Store>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async steps => {
    const store = await open()
    try {
      await makePolls(store, ...polls)
      const start = (): Model => ({ revision: 0, casts: 0, lastVote: null, voters: [], votes: [] })
      const models = { '/p': start(), '/q': start() }
      for (const step of steps) {
        const model = models[step.poll]
        await (step.kind === 'cast' ? castInBoth(store, model, step) : change(store, model, step))
      }
      for (const path of polls) await compare(store, path, models[path])
    } finally {
      await store.close()
    }
  })
  await fc.assert(property, { numRuns })
}
