import fc from 'fast-check'
import { canVote, decideVote, type VoteDecision, type VoterFacts } from './decideVote.js'
import type { VotingRules } from './poll.js'

const now = Date.UTC(2027, 0, 1)
const options = ['Yes', 'No', 'Maybe'].map((description, option_id) => ({ description, option_id }))

const single: VotingRules = {
  state: 'open',
  allowAnonymous: true,
  options,
  maxChoices: 1,
  openDate: null,
  closeDate: null,
}
const multiple: VotingRules = { ...single, maxChoices: 2 }
const member: VoterFacts = { kind: 'member', holdsVote: true, hasVoted: false }
const visitor: VoterFacts = { ...member, kind: 'visitor' }

interface Options {
  readonly poll?: Partial<VotingRules>
  readonly voter?: Partial<VoterFacts>
  readonly at?: number
}

const decide = (body: unknown, { poll, voter, at = now }: Options = {}) =>
  decideVote({ poll: { ...single, ...poll }, voter: { ...member, ...voter }, body, now: at })

const refused = (reason: string) => ({ kind: 'refused', reason })
const cast = (...picked: readonly number[]) => ({ kind: 'cast', options: picked })

describe('a valid vote', () => {
  it('is accepted from a permitted voter who has not voted, for one option', () => {
    expect(decide({ option_id: 1 })).toEqual(cast(1))
    expect(decide({ option_id: 0 }, { voter: visitor })).toEqual(cast(0))
  })

  it('may send its only option as a list', () => {
    expect(decide({ option_ids: [1] })).toEqual(cast(1))
  })

  it('names one option, or up to max_choices different ones in any order', () => {
    expect(decide({ option_ids: [2, 0] }, { poll: multiple })).toEqual(cast(2, 0))
    expect(decide({ option_id: 1 }, { poll: multiple })).toEqual(cast(1))
    expect(decide({ option_ids: [0, 1, 2] }, { poll: { maxChoices: 3 } })).toEqual(cast(0, 1, 2))
  })
})

describe('an invalid vote', () => {
  it('is refused as not permitted before its body and the dates are checked', () => {
    for (const kind of ['member', 'visitor'] as const) {
      const voter = { kind, holdsVote: false, hasVoted: true }
      expect(decide({ option_id: 0 }, { voter })).toEqual(refused('not-permitted'))
      expect(decide('bad', { voter, poll: { closeDate: now } })).toEqual(refused('not-permitted'))
    }
  })

  it.each(['private', 'pending', 'closed'] as const)('is refused if the poll is %s', state => {
    expect(decide({ option_id: 0 }, { poll: { state } })).toEqual(refused('not-permitted'))
  })

  it('is refused from a visitor if the poll does not allow anonymous votes', () => {
    const poll = { allowAnonymous: false }
    expect(decide({ option_id: 0 }, { poll, voter: visitor })).toEqual(refused('not-permitted'))
    expect(decide({ option_id: 0 }, { poll })).toEqual(cast(0))
  })

  it('is refused before open_date and from close_date on, before the body and earlier votes are checked', () => {
    const poll = { openDate: now, closeDate: now + 1000 }
    const voter = { hasVoted: true }
    expect(decide('bad', { poll, voter, at: now - 1 })).toEqual(refused('not-open-yet'))
    expect(decide({ option_id: 0 }, { poll, at: now })).toEqual(cast(0))
    expect(decide({ option_id: 0 }, { poll, at: now + 999 })).toEqual(cast(0))
    expect(decide('bad', { poll, voter, at: now + 1000 })).toEqual(refused('closed'))
  })

  it('is refused as malformed, then as a second vote, for any options', () => {
    const voter = { hasVoted: true }
    expect(decide({ nope: 1 }, { voter })).toEqual(refused('malformed'))
    expect(decide({ option_id: 0 }, { voter })).toEqual(refused('already-voted'))
    expect(decide({ option_id: 99 }, { voter })).toEqual(refused('already-voted'))
    expect(decide({ option_ids: [0, 1] }, { voter })).toEqual(refused('already-voted'))
  })

  it.each([[[2]], [[-1]], [[99]], [[0, 1]], [[0, 0]], [[1e300]]])(
    'is refused for %j if a voter may choose one of two options',
    ids => {
      expect(decide({ option_ids: ids }, { poll: { options: options.slice(0, 2) } })).toEqual(refused('no-such-option'))
    },
  )

  it.each([null, '1', true, false, 0.5, []])('is refused as malformed for %j', pick => {
    expect(decide({ option_id: pick })).toEqual(refused('malformed'))
  })

  it.each([[[0, 1, 2]], [[0, 0]], [[0, 9]], [[-1]]])(
    'is refused for %j if a voter may choose one or two options',
    ids => {
      expect(decide({ option_ids: ids }, { poll: multiple })).toEqual(refused('bad-choice'))
    },
  )

  it('is refused with the same reason for an unknown option as an id and in a list', () => {
    expect(decide({ option_id: 9 }, { poll: multiple })).toEqual(refused('bad-choice'))
    expect(decide({ option_id: 9 })).toEqual(refused('no-such-option'))
  })

  it('is refused for a removed option', () => {
    expect(decide({ option_id: 0 }, { poll: { options: options.slice(1) } })).toEqual(refused('no-such-option'))
  })
})

describe('can_vote', () => {
  it('remains true after voting', () => {
    expect(canVote(single, { kind: 'member', holdsVote: true }, now)).toBe(true)
    expect(canVote(single, { kind: 'member', holdsVote: false }, now)).toBe(false)
  })

  it('is false outside the dates', () => {
    expect(canVote({ ...single, openDate: now + 1 }, member, now)).toBe(false)
    expect(canVote({ ...single, closeDate: now }, member, now)).toBe(false)
  })
})

describe('the checks of a vote', () => {
  const chance = fc.boolean()
  const wishes = fc.oneof(
    fc.constantFrom({ option_id: 0 }, { option_id: 7 }, { option_ids: [0, 1] }, { option_ids: [1, 1] }, { nope: 1 }, 5),
    fc.record({ option_ids: fc.array(fc.integer({ min: -1, max: 4 })) }),
  )
  const requests = fc.record({
    poll: fc.record({
      state: fc.constantFrom('private', 'pending', 'open', 'open', 'open', 'closed' as const),
      allowAnonymous: chance,
      options: fc.constant(options),
      maxChoices: fc.integer({ min: 1, max: 3 }),
      openDate: fc.option(fc.integer({ min: 0, max: 9 })),
      closeDate: fc.option(fc.integer({ min: 0, max: 9 })),
    }),
    voter: fc.record({ kind: fc.constantFrom('member', 'visitor'), holdsVote: chance, hasVoted: chance }),
    body: wishes,
    now: fc.integer({ min: 0, max: 9 }),
  }) as fc.Arbitrary<Parameters<typeof decideVote>[0]>

  it('run in this order: permission, dates, body, already voted, choice (docs/polls.md, Voting, rule 3)', () => {
    const expected = ({ poll, voter, body, now: at }: Parameters<typeof decideVote>[0]): readonly string[] => {
      const sent = body as { option_id?: number; option_ids?: readonly number[] }
      const picked = sent.option_ids ?? (sent.option_id === undefined ? [] : [sent.option_id])
      const faults: [boolean, string][] = [
        [!voter.holdsVote || poll.state !== 'open', 'not-permitted'],
        [voter.kind === 'visitor' && !poll.allowAnonymous, 'not-permitted'],
        [poll.closeDate !== null && at >= poll.closeDate, 'closed'],
        [poll.openDate !== null && at < poll.openDate, 'not-open-yet'],
        [picked.length === 0, 'malformed'],
        [voter.hasVoted, 'already-voted'],
        [picked.length > poll.maxChoices, poll.maxChoices > 1 ? 'bad-choice' : 'no-such-option'],
        [picked.some((id, i) => picked.indexOf(id) !== i), poll.maxChoices > 1 ? 'bad-choice' : 'no-such-option'],
        [picked.some(id => id < 0 || id > 2), poll.maxChoices > 1 ? 'bad-choice' : 'no-such-option'],
      ]
      return faults.filter(([isFault]) => isFault).map(([, reason]) => reason)
    }
    fc.assert(
      fc.property(requests, request => {
        const decision: VoteDecision = decideVote(request)
        expect(decision.kind === 'cast' ? undefined : decision.reason).toBe(expected(request)[0])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a sequence of votes and transitions', () => {
  type Step = { readonly person: number; readonly pick: number } | { readonly move: 'open' | 'close' | 'reject' }

  it('has the same results as a simple model', () => {
    const steps: fc.Arbitrary<Step[]> = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.record({ person: fc.nat(5), pick: fc.integer({ min: -1, max: 3 }) }) },
        { weight: 1, arbitrary: fc.record({ move: fc.constantFrom('open', 'close', 'reject' as const) }) },
      ),
      { maxLength: 40 },
    )
    const expectedOutcome = (step: { person: number; pick: number }, isOpen: boolean, hasVoted: boolean): string => {
      if (!isOpen) return 'not-permitted'
      if (hasVoted) return 'already-voted'
      return step.pick >= 0 && step.pick <= 2 ? 'cast' : 'no-such-option'
    }
    fc.assert(
      fc.property(steps, all => {
        const voters = new Set<number>()
        let state: VotingRules['state'] = 'open'
        for (const step of all) {
          if ('move' in step) {
            state = ({ open: 'open', close: 'closed', reject: 'private' } as const)[step.move]
            if (step.move === 'reject') voters.clear()
            continue
          }
          const isOpen = state === 'open'
          const facts = { kind: step.person < 3 ? 'member' : 'visitor', holdsVote: isOpen } as const
          const voter = { ...facts, hasVoted: voters.has(step.person) }
          const decision = decide({ option_id: step.pick }, { poll: { state }, voter })
          const outcome = decision.kind === 'cast' ? 'cast' : decision.reason
          expect(outcome).toBe(expectedOutcome(step, isOpen, voters.has(step.person)))
          if (outcome === 'cast') voters.add(step.person)
        }
      }),
    )
  })
})
