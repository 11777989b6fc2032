import fc from 'fast-check'
import { members, type Settings, transitions, visitors } from './pollModel.js'

const anyMember = fc.constantFrom(...members)
const someone = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('rex', 'max') }, { weight: 1, arbitrary: anyMember })
const optionIds = fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3, -1)

const sent = fc.oneof(
  { weight: 6, arbitrary: optionIds.map(id => ({ body: { option_id: id }, picked: [id] })) },
  {
    weight: 4,
    arbitrary: fc
      .array(optionIds, { minLength: 1, maxLength: 3 })
      .map(ids => ({ body: { option_ids: ids }, picked: ids })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<unknown>(
        undefined,
        {},
        [0],
        { option_ids: [] },
        { option_id: '0' },
        { option_id: 0, option_ids: [0] },
      )
      .map(body => ({ body, picked: null })),
  },
)

const cookie = fc.oneof(
  { weight: 4, arbitrary: fc.constant('own' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...visitors) },
  { weight: 1, arbitrary: fc.constantFrom(null, 'A'.repeat(22), 'mia', '') },
)

const seconds = fc.constantFrom(0, 1000, 60_000, 120_000)
const date = fc.oneof(fc.constant(null), seconds)

const settings: { readonly [K in keyof Settings]: fc.Arbitrary<Settings[K]> } = {
  options: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
  max_choices: fc.integer({ min: 1, max: 3 }),
  allow_anonymous: fc.boolean(),
  show_results: fc.boolean(),
  open_date: date,
  close_date: date,
}
const { open_date, close_date } = settings
const some = (keys: Partial<typeof settings>) =>
  fc.record(keys, { requiredKeys: [] }) as fc.Arbitrary<Partial<Settings>>

/** Generates poll settings without dates. */
export const arbitrarySettings: fc.Arbitrary<Settings> = fc.record({
  ...settings,
  options: fc.constantFrom([0, 1, 2], [2, 0], [1, 0, 3, 2]),
  max_choices: fc.constantFrom(1, 2),
  open_date: fc.constant(null),
  close_date: fc.constant(null),
})

const arbitraryStep = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      kind: fc.constant('vote' as const),
      user: fc.constantFrom(...members, ...visitors),
      sent,
      cookie,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      transition: fc.constant('open' as const),
      user: someone,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      transition: fc.constantFrom(...(Object.keys(transitions) as (keyof typeof transitions)[])),
      user: someone,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), sent: some(settings), user: someone }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), sent: some({ open_date, close_date }), user: someone }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), for: fc.constantFrom(1, 1000, 59_999) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('page' as const) }) },
)

export type PollStep = typeof arbitraryStep extends fc.Arbitrary<infer T> ? T : never

const opened: PollStep = { kind: 'move', transition: 'open', user: 'max' }

/** Generates sequences of steps. Most of them begin by opening the poll. */
export const arbitrarySteps: fc.Arbitrary<PollStep[]> = fc
  .tuple(fc.constantFrom([], [opened], [opened]), fc.array(arbitraryStep, { maxLength: 30, size: 'max' }))
  .map(([first, others]) => [...first, ...others])
