import type { JsonObject } from '@plenum/core'
import fc from 'fast-check'
import { timeText } from './arbitraryBody.js'

interface WorkflowFacts {
  readonly states: readonly string[]
  readonly stateKey: string
  readonly actions: readonly string[]
}

const usual = { stateKey: 'review_state', actions: ['publish', 'retract', 'open', 'close'] } as const

const workflows: Readonly<Record<string, WorkflowFacts>> = {
  simple_publication_workflow: { ...usual, states: ['private', 'pending', 'published'] },
  poll_workflow: { ...usual, states: ['private', 'open', 'closed'] },
  intranet_workflow: { ...usual, states: ['internal', 'internally_published'] },
  of_an_add_on: { ...usual, states: ['here', 'there'] },
  foundation_member_workflow: {
    stateKey: 'workflow_states',
    actions: ['activate', 'lapse'],
    states: ['pending', 'active', 'lapsed'],
  },
}

export interface History {
  readonly review_state: string | null
  readonly workflow_states: readonly string[]
  readonly workflow_history: JsonObject
}

/** Generates histories, which may include records of a workflow that the type no longer has. */
export function arbitraryHistory(chain: readonly string[]): fc.Arbitrary<History> {
  const lost = fc.option(fc.constantFrom('intranet_workflow', 'of_an_add_on'), { nil: undefined, freq: 4 })
  return lost.chain(other => {
    const ids = other === undefined ? chain : [...chain, other]
    return fc.tuple(...ids.map(arbitraryRecords)).map(lists => historyOf(chain, ids, lists))
  })
}

type Records = readonly JsonObject[]

/** Generates consecutive transitions, some of them within the same second. */
function arbitraryRecords(workflow: string): fc.Arbitrary<Records> {
  const { states, stateKey, actions } = workflows[workflow] ?? { ...usual, states: ['private'] }
  const move = fc.record({
    state: fc.constantFrom(...states),
    action: fc.option(fc.constantFrom(...actions)),
    actor: fc.constantFrom('admin', 'ada', 'gone', ''),
    comments: fc.constantFrom('', 'Done “so”\nand so'),
    pause: fc.nat(3).map(days => days * 86_400_000),
    note: fc.option(fc.constantFrom('', 'first')),
  })
  return fc.array(move, { maxLength: 4 }).map(moves => {
    let time = Date.UTC(2026, 0, 1)
    return moves.map(({ state, action, actor, comments, pause, note }): JsonObject => {
      time += pause
      const more: JsonObject = note === null ? {} : { note_of_add_on: note }
      return { action, actor, comments, time: timeText(time), [stateKey]: state, ...more }
    })
  })
}

function historyOf(chain: readonly string[], ids: readonly string[], lists: readonly Records[]): History {
  const nonEmpty = ids.map((id, i) => [id, lists[i] ?? []] as const).filter(([, records]) => records.length > 0)
  const stateOf = (id: string): string => {
    const { states = [], stateKey = '' } = workflows[id] ?? {}
    return String(lists[ids.indexOf(id)]?.at(-1)?.[stateKey] ?? states[0])
  }
  const [primary] = chain
  return {
    review_state: primary === undefined ? null : stateOf(primary),
    workflow_states: chain.map(id => `${id}|${stateOf(id)}`),
    workflow_history: Object.fromEntries(nonEmpty),
  }
}
