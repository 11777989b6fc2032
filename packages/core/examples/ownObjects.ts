import assert from 'node:assert/strict'
import { attemptTransition, defineWorkflow, type Guard, startWorkflows } from '@plenum/core/workflow'

interface Invoice {
  readonly number: number
  readonly amount: number
  readonly states: Readonly<Record<string, string>>
}

const approval = defineWorkflow({
  id: 'approval',
  title: 'Approval',
  stateVariable: 'review_state',
  initialState: 'draft',
  states: [
    { id: 'draft', title: 'Draft', transitions: ['approve'] },
    { id: 'approved', title: 'Approved', transitions: [] },
  ],
  transitions: [{ id: 'approve', title: 'Approve', to: 'approved', guard: { roles: ['Accountant'] } }],
  historyGuard: {},
})

const contextOf = (actor: string, role: string, time: number) => ({
  actor,
  comments: '',
  time,
  checkGuard: ({ roles = [role] }: Guard, { amount }: Invoice) => roles.includes(role) && amount < 5000,
  evaluate: () => null,
})

const chain = [approval]
const { node: invoice } = startWorkflows<Invoice>(
  { number: 7, amount: 120, states: {} },
  chain,
  contextOf('ben', 'Clerk', 1),
)
const denied = attemptTransition(invoice, chain, { transition: 'approve', context: contextOf('ben', 'Clerk', 2) })
const approved = attemptTransition(invoice, chain, {
  transition: 'approve',
  context: contextOf('ana', 'Accountant', 3),
})

assert.equal(denied.kind, 'denied')
assert(approved.kind === 'moved')
assert.deepEqual(approved.node, { number: 7, amount: 120, states: { approval: 'approved' } })
assert.deepEqual(
  approved.records.map(({ action, actor, state }) => [action, actor, state]),
  [['approve', 'ana', 'approved']],
)
