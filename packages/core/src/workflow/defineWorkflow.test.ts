import { attemptTransition, startWorkflows } from './attemptTransition.js'
import { availableTransitions } from './available.js'
import { defineWorkflow, type StateId, type TransitionId } from './defineWorkflow.js'
import type { WorkflowDefinition } from './definition.js'
import { explainTransitions } from './explainTransitions.js'

const approval = defineWorkflow({
  id: 'approval',
  title: 'Approval',
  stateVariable: 'review_state',
  initialState: 'draft',
  states: [
    { id: 'draft', title: 'Draft', transitions: ['approve'] },
    { id: 'approved', title: 'Approved', transitions: [] },
  ],
  transitions: [{ id: 'approve', title: 'Approve', to: 'approved' }],
  historyGuard: {},
})

interface Invoice {
  readonly number: number
  readonly states: Readonly<Record<string, string>>
}

const invoice: Invoice = { number: 7, states: {} }
const context = { actor: 'ana', comments: '', time: 1, checkGuard: () => true, evaluate: () => null }

describe('a workflow that defineWorkflow returns', () => {
  it('has literal ids in records and transitions', () => {
    const { node, records } = startWorkflows(invoice, [approval], context)
    const [entered]: readonly ('draft' | 'approved')[] = records.map(({ state }) => state)
    const moved = attemptTransition(node, [approval], { transition: 'approve', context })
    if (moved.kind !== 'moved') throw new Error('The transition did not run.')
    const [action]: readonly ('approve' | null)[] = moved.records.map(record => record.action)
    const [available]: readonly 'approve'[] = availableTransitions(node, approval, () => true).map(({ id }) => id)
    const [explained]: readonly 'approve'[] = explainTransitions(node, [approval], () => []).map(
      ({ transition }) => transition.id,
    )
    expect([entered, action, available, explained]).toEqual(['draft', 'approve', 'approve', 'approve'])
  })

  it('does not change permissions, which are optional', () => {
    const permissions = { View: { roles: ['Reader'], acquired: false } }
    const { node } = startWorkflows({ ...invoice, permissions }, [approval], context)
    expect(node.permissions).toEqual(permissions)
  })

  it('can be used wherever a definition is expected', () => {
    const chain: readonly WorkflowDefinition[] = [approval]
    const decision = attemptTransition(invoice, chain, { transition: String('approve'), context })
    expect(decision.kind).toBe('moved')
  })
})

const rest = { ...approval, initialState: 'draft' } as const

// The compiler is the test: `npm run types` fails if a line marked with `@ts-expect-error` compiles.
const misspelt = () => [
  // @ts-expect-error
  attemptTransition(invoice, [approval], { transition: 'aprove', context }),
  // @ts-expect-error
  defineWorkflow({ ...rest, initialState: 'drafts' }),
  // @ts-expect-error
  defineWorkflow({ ...rest, transitions: [{ id: 'approve', title: 'Approve', to: 'aproved' }] }),
  // @ts-expect-error
  defineWorkflow({ ...rest, states: [{ id: 'draft', title: 'Draft', transitions: ['aprove'] }] }),
  // @ts-expect-error
  'drafts' satisfies StateId<typeof approval>,
  // @ts-expect-error
  'aprove' satisfies TransitionId<typeof approval>,
]

it('rejects misspelt ids at compile time', () => expect(misspelt).toBeInstanceOf(Function))
