import { buildRecord } from '@plenum/testkit'
import type { TransitionPlan } from '../content/node/node.js'
import type { WorkflowDefinition } from './definition.js'
import { enteredAfter, scheduledTransitions } from './timers.js'

const day = 86_400_000
const as = { roles: ['Reviewer'] }
const offer: WorkflowDefinition = {
  id: 'offer',
  title: 'Offer',
  stateVariable: 'offer_state',
  initialState: 'open',
  managedPermissions: [],
  states: [
    { id: 'open', title: 'Open', transitions: ['remind', 'end'], permissions: {} },
    { id: 'over', title: 'Over', transitions: [], permissions: {} },
  ],
  transitions: [
    { id: 'remind', title: 'Remind', to: 'open', trigger: 'automatic', after: { days: 7 }, as },
    { id: 'end', title: 'End', to: 'over', trigger: 'automatic', at: 'expires', as },
  ],
  historyGuard: {},
}
const untimed: WorkflowDefinition = { ...offer, id: 'untimed', transitions: [] }

const plan = (more: Partial<TransitionPlan>): TransitionPlan => ({
  ...{ id: 'p', workflow: 'offer', transition: 'end', at: 3 * day, plannedBy: 'ana', comments: '' },
  ...more,
})

describe('the scheduled transitions of an object', () => {
  const node = { states: { offer: 'open' }, fields: { expires: 5 * day }, entered: { offer: day } }
  const idsOf = (more: object) =>
    scheduledTransitions({ ...node, ...more }, [offer]).map(({ id, at }) => [id, at / day])

  it('are the timed transitions of its states and its plans, the earliest first', () => {
    expect(idsOf({ plans: [plan({}), plan({ id: 'q', at: 6 * day })] })).toEqual([
      ['p', 3],
      ['offer|end', 5],
      ['q', 6],
      ['offer|remind', 8],
    ])
  })

  it('have no time without a date, without a time of entry, or in another state', () => {
    expect(idsOf({ fields: {} })).toEqual([['offer|remind', 8]])
    expect(idsOf({ fields: { expires: null }, entered: {} })).toEqual([])
    expect(idsOf({ states: { offer: 'over' } })).toEqual([])
  })

  it('omit refused ones, until the time of a timed transition changes', () => {
    const refused = { time: 0, reasons: [] }
    const plans = [plan({ refused }), plan({ id: 'offer|end', at: 5 * day, plannedBy: null, refused })]
    expect(idsOf({ plans })).toEqual([['offer|remind', 8]])
    expect(idsOf({ plans, fields: { expires: 9 * day } })).toEqual([
      ['offer|remind', 8],
      ['offer|end', 9],
    ])
  })
})

describe('the times of entry from records', () => {
  it('are those of the last records of workflows with timed transitions', () => {
    const definitions = new Map([offer, untimed].map(one => [one.id, one]))
    const records = [
      buildRecord({ workflow: 'offer', time: 1 }),
      buildRecord({ workflow: 'untimed', time: 2 }),
      buildRecord({ workflow: 'offer', time: 3 }),
      buildRecord({ workflow: 'unknown', time: 4 }),
    ]
    expect(enteredAfter(records, definitions)).toEqual({ entered: { offer: 3 } })
    expect(enteredAfter(records.slice(1, 2), definitions)).toEqual({})
  })
})
