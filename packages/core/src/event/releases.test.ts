import fc from 'fast-check'
import type { ContentNode } from '../content/node/node.js'
import { resultOf } from '../foundation/steps.js'
import { differencesBetween, type ReleasedProgramme, withDifferences } from './releaseDifferences.js'
import { type ReleasedValues, releasedValues, slotReleasesField, withRelease, workingValues } from './releases.js'

const values = fc.record({
  title: fc.constantFrom('Moss', 'Fern', 'Lichen'),
  start: fc.constantFrom(null, 0, 60_000),
  end: fc.constantFrom(null, 60_000, 120_000),
  room: fc.constantFrom(null, ['hall'], ['hall', 'cellar']),
  session_track: fc.constantFrom(null, ['green']),
  presenters: fc.constantFrom(null, [], ['ada'], ['bob', 'ada']),
  states: fc.constantFrom<Readonly<Record<string, string>>>(
    { publication: 'published' },
    { publication: 'published', slot: 'late' },
  ),
}) satisfies fc.Arbitrary<ReleasedValues>

const programme = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), values), { maxLength: 4 })
  .map((slots): ReleasedProgramme => new Map(slots))

const sorted = (slots: ReleasedProgramme) => [...slots].sort(([a], [b]) => a.localeCompare(b))

it('the differences from one release to another lead from the one to the other', () => {
  fc.assert(
    fc.property(programme, programme, (n, m) => {
      const differences = resultOf(differencesBetween(n, m))
      expect(sorted(withDifferences(n, differences))).toEqual(sorted(m))
      expect(resultOf(differencesBetween(n, n))).toEqual([])
    }),
  )
})

const event = { uid: 'event', path: '/event' }
const slotWith = (released: ReleasedValues | null): ContentNode =>
  ({
    uid: 'slot',
    fields: { ...released, states: undefined },
    states: released?.states ?? {},
  }) as unknown as ContentNode

it('a slot has the values of each of its releases, although only differences are stored', () => {
  fc.assert(
    fc.property(fc.array(fc.option(values), { maxLength: 8 }), history => {
      let slot = slotWith(null)
      for (const [i, release] of history.entries())
        slot = withRelease(slot, event, { number: i + 1, values: release }) ?? slot
      for (const [i, release] of history.entries()) expect(releasedValues(slot, event, i + 1)).toEqual(release)
      expect(releasedValues(slot, event)).toEqual(history.at(-1) ?? null)
      expect(releasedValues(slot, { uid: 'other', path: '/event' })).toBeNull()
    }),
  )
})

it('a release without changes stores nothing, and a small change stores only the changed value', () => {
  const before = { ...workingValues(slotWith(null)), title: 'Moss' }
  const first = withRelease(slotWith(null), event, { number: 1, values: before })
  expect(first && withRelease(first, event, { number: 2, values: before })).toBeUndefined()
  const second = first && withRelease(first, event, { number: 3, values: { ...before, title: 'Fern' } })
  expect(second?.fields[slotReleasesField]).toMatchObject({ changes: [{}, { number: 3, values: { title: 'Fern' } }] })
})
