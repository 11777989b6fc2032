import fc from 'fast-check'
import type { Voter } from '../content/store/ballots.js'
import type { JsonValue } from '../foundation/json.js'
import { exportVotes, importVotes } from './exportedVotes.js'

const token = 'abcdefghijklmnopqrstu_'

describe('exported votes (docs/polls.md, Export and import of votes)', () => {
  it('contain counts by option id and sorted voter ids, with a prefix before the tokens of visitors', () => {
    const voters: Voter[] = [
      { kind: 'visitor', token },
      { kind: 'member', id: 'zoe' },
      { kind: 'member', id: 'ada' },
    ]
    expect(
      exportVotes({
        counts: new Map([
          [10, 1],
          [2, 2],
          [3, 0],
        ]),
        voters,
      }),
    ).toEqual({
      counts: { '2': 2, '10': 1 },
      voters: [`Anonymous-${token}`, 'ada', 'zoe'],
    })
  })

  it('without voters are an empty pair', () => {
    expect(exportVotes({ counts: new Map(), voters: [] })).toEqual({ counts: {}, voters: [] })
  })

  it('are imported unchanged', () => {
    const voter: fc.Arbitrary<Voter> = fc.oneof(
      fc.record({ kind: fc.constant('member' as const), id: fc.string({ minLength: 1, maxLength: 20 }) }),
      fc.record({ kind: fc.constant('visitor' as const), token: fc.stringMatching(/^[\w-]{22}$/) }),
    )
    const ballots = fc.record({
      counts: fc
        .array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1e9 })), { maxLength: 5 })
        .map(pairs => new Map(pairs)),
      voters: fc.uniqueArray(voter, { selector: one => JSON.stringify(one), maxLength: 8 }),
    })
    const byKey = (voters: readonly Voter[]) => voters.map(one => JSON.stringify(one)).sort()
    fc.assert(
      fc.property(ballots, votes => {
        const back = importVotes(JSON.parse(JSON.stringify(exportVotes(votes))))
        expect(back?.counts).toEqual(votes.counts)
        expect(byKey(back?.voters ?? [])).toEqual(byKey(votes.voters))
      }),
    )
  })

  const malformed: readonly (JsonValue | undefined)[] = [
    undefined,
    null,
    [],
    {},
    { counts: {} },
    { counts: [], voters: [] },
    { counts: { a: 1 }, voters: [] },
    { counts: { '1': -1 }, voters: [] },
    { counts: { '1': 1.5 }, voters: [] },
    { counts: { '01': 1 }, voters: [] },
    { counts: {}, voters: [''] },
    { counts: {}, voters: [5] },
    { counts: {}, voters: ['ada', 'ada'] },
  ]

  it.each(malformed)('are not imported from %j', value => expect(importVotes(value)).toBeNull())
})
