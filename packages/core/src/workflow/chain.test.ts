import { buildNode } from '@plenum/testkit'
import type { ContentType } from '../content/model/model.js'
import {
  chainOf,
  currentState,
  currentStateOf,
  participates,
  reviewState,
  type Workflows,
  workflowStates,
} from './chain.js'
import type { WorkflowDefinition } from './definition.js'
import { simplePublicationWorkflow } from './stockWorkflows.js'

const poll: WorkflowDefinition = { ...simplePublicationWorkflow, id: 'poll', initialState: 'pending' }
const other: WorkflowDefinition = { ...simplePublicationWorkflow, id: 'other', stateVariable: 'other_state' }

const workflows = {
  definitions: new Map([simplePublicationWorkflow, poll, other].map(workflow => [workflow.id, workflow])),
  defaultChain: [simplePublicationWorkflow.id],
  contributions: new Map(),
  labels: new Map(),
}

const type: ContentType = {
  id: 'Page',
  title: 'Page',
  behaviors: [],
  contains: null,
  addableAnywhere: true,
  addPermission: 'Add portal content',
  layout: 'view',
  lockable: false,
}

const node = buildNode('/a', { states: { simple_publication_workflow: 'published' } })

describe('the chain of a type', () => {
  it('is the default chain of the site unless the type specifies a chain', () => {
    expect(chainOf({}, type, workflows)).toEqual([simplePublicationWorkflow])
    expect(chainOf({}, { ...type, workflows: ['poll', 'other'] }, workflows)).toEqual([poll, other])
  })

  it('is empty for a type without workflows', () => {
    expect(chainOf({}, { ...type, workflows: [] }, workflows)).toEqual([])
  })
})

describe('contributed workflows', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(id => ({ ...other, id }))
  if (!a || !b || !c) throw new Error('three workflows')
  const contributing: Workflows = {
    ...workflows,
    definitions: new Map([simplePublicationWorkflow, a, b, c].map(workflow => [workflow.id, workflow])),
    contributions: new Map([
      ['A', [{ ids: ['a'] }]],
      ['B', [{ ids: ['b'] }]],
      ['C', [{ ids: ['c', 'a'] }]],
      ['none', []],
    ]),
  }
  const idsOf = (behaviors: readonly string[], direct: readonly string[] = []) =>
    chainOf({ behaviors: direct }, { ...type, behaviors }, contributing)
      .map(({ id }) => id)
      .slice(1)

  it('follow the primary workflow, with those of the last listed behavior first', () => {
    expect(idsOf(['A', 'B'])).toEqual(['b', 'a'])
    expect(idsOf(['B', 'A'])).toEqual(['a', 'b'])
  })

  it('of one behavior retain their order, and duplicates the first position', () => {
    expect(idsOf(['C'])).toEqual(['c', 'a'])
    expect(idsOf(['C', 'A'])).toEqual(['a', 'c'])
  })

  it('of behaviors of the object precede those of its type, with the latest first', () => {
    expect(idsOf(['A'], ['B', 'C'])).toEqual(['c', 'a', 'b'])
  })

  it('make the object participate, even if a behavior contributes nothing', () => {
    expect(participates({}, { ...type, behaviors: ['none'] }, contributing)).toBe(true)
    expect(participates({ behaviors: ['A'] }, type, contributing)).toBe(true)
    expect(participates({}, { ...type, behaviors: ['other'] }, contributing)).toBe(false)
  })
})

describe('the state of an object', () => {
  it('is the recorded state of the workflow, or its initial state', () => {
    expect(currentState(node, simplePublicationWorkflow)).toBe('published')
    expect(currentState(node, poll)).toBe('pending')
    expect(currentStateOf(node, poll)?.title).toBe('Pending review')
  })

  it('has no definition if the workflow does not define it', () => {
    expect(currentStateOf({ ...node, states: { poll: 'gone' } }, poll)).toBeUndefined()
  })

  it('is its review state if the primary workflow drives it', () => {
    expect(reviewState(node, [simplePublicationWorkflow, other])).toBe('published')
    expect(reviewState(node, [other, simplePublicationWorkflow])).toBeNull()
    expect(reviewState(node, [])).toBeNull()
  })

  it('is listed for every workflow, in the order of the chain', () => {
    expect(workflowStates(node, [simplePublicationWorkflow, poll])).toEqual([
      'simple_publication_workflow|published',
      'poll|pending',
    ])
    expect(workflowStates(node, [])).toEqual([])
  })
})
