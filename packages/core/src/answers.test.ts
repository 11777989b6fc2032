import type { AnswerOf, JsonObject, JsonValue, OperationName } from '@plenum/core'
import type {
  ChainEntry,
  ContentPayload,
  HistoryEntry,
  MemoizeStatus,
  PollPayload,
  ResultsGraph,
  SchedulePayload,
  Slot,
  SponsorsPayload,
  Summary,
  WorkflowPayload,
} from '@plenum/core/answers'

// The compiler is the test: `npm run types` fails if a line marked with `@ts-expect-error` compiles.

interface Answers {
  readonly poll: PollPayload
  readonly session: ContentPayload
  readonly slot: Slot
  readonly summary: Summary
  readonly entry: HistoryEntry
  readonly step: ChainEntry
  readonly status: MemoizeStatus
  readonly sponsors: SponsorsPayload
}

const misspelt = ({ poll, session, slot, summary, entry, step, status, sponsors }: Answers) => [
  // @ts-expect-error
  poll.result_graph,
  // @ts-expect-error
  session.sesion_video,
  // @ts-expect-error
  slot.grid_row,
  // @ts-expect-error
  summary.titel,
  // @ts-expect-error
  entry.transitionTitle,
  // @ts-expect-error: only versions have a number
  entry.version,
  // @ts-expect-error
  step.stateVariable,
  // @ts-expect-error
  status.breaker?.isOpen,
  // @ts-expect-error
  sponsors.items[0]?.sponsors,
]

const kindOf = (entry: HistoryEntry): string => (entry.type === 'versioning' ? `${entry.version}` : entry.state_title)

// @ts-expect-error: a graph lacks
const incomplete: Readonly<Record<ResultsGraph, string>> = { bar: 'bars', pie: 'a pie' }

const asJson = (answers: Answers, workflow: WorkflowPayload, schedule: SchedulePayload): readonly JsonObject[] => [
  ...Object.values(answers),
  workflow,
  schedule,
]

type NamedKeys<Value> = keyof { [Key in keyof Value as string extends Key ? never : Key]: unknown }
type IsBare<Value> = Value extends { readonly [key: string]: unknown }
  ? [NamedKeys<Value>, JsonValue] extends [never, Value[string]]
    ? true
    : false
  : false
type ItemOf<Answer> = Answer extends readonly (infer Item)[] ? Item : Answer
type BareOperations = { [N in OperationName]: true extends IsBare<ItemOf<AnswerOf<N>>> ? N : never }[OperationName]

const noneIsBare: [BareOperations] extends [never] ? true : false = true
const isFound: IsBare<JsonObject> = true

describe('the types of answers', () => {
  it('reject misspelt keys, and a table without one of the graphs', () => {
    expect([misspelt, incomplete, kindOf]).toHaveLength(3)
  })

  it('are assignable to JSON', () => {
    expect(asJson).toBeInstanceOf(Function)
  })

  it('cover the answer of every operation', () => {
    expect([noneIsBare, isFound]).toEqual([true, true])
  })
})
