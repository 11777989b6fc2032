import { buildNode } from '@plenum/testkit'
import type { ContentNode } from '../content/node/node.js'
import type { RoleGrant } from '../security/permissions.js'
import {
  attemptTransition,
  permissionsIn,
  startWorkflows,
  type TransitionContext,
  type TransitionRequest,
} from './attemptTransition.js'
import type { Guard, WorkflowDefinition } from './definition.js'
import { simplePublicationWorkflow } from './stockWorkflows.js'

const only = (...roles: string[]): RoleGrant => ({ roles, acquired: false })

const voting: WorkflowDefinition = {
  id: 'voting',
  title: 'Voting',
  stateVariable: 'voting_state',
  initialState: 'off',
  managedPermissions: ['Vote', 'View'],
  states: [
    { id: 'off', title: 'Off', transitions: ['publish', 'start'], permissions: { Vote: only() } },
    {
      id: 'on',
      title: 'On',
      transitions: ['stop', 'again'],
      permissions: { Vote: only('Member'), View: only('Member') },
    },
  ],
  transitions: [
    { id: 'start', title: 'Start', to: 'on', guard: { roles: ['Manager'] } },
    { id: 'publish', title: 'Publish votes', to: 'on' },
    { id: 'stop', title: 'Stop', to: 'off' },
    { id: 'again', title: 'Again', to: 'on' },
  ],
  historyGuard: {},
}

const chain = [simplePublicationWorkflow, voting]
const author = { actor: 'ada', comments: 'because', time: 5 }
const evaluate = () => null
const everybody = () => true
const nobody = () => false
const withoutGuard = (guard: Guard): boolean => Object.keys(guard).length === 0

const request = (transition: string, checkGuard: TransitionContext['checkGuard'] = everybody): TransitionRequest => ({
  transition,
  context: { ...author, evaluate, checkGuard },
})

const nodeIn = (states: ContentNode['states'], permissions: ContentNode['permissions'] = {}): ContentNode =>
  buildNode('/a', { states, permissions })

const statesAfter = (
  node: ContentNode,
  transition: string,
  checkGuard: TransitionContext['checkGuard'] = everybody,
): unknown => {
  const decision = attemptTransition(node, chain, request(transition, checkGuard))
  return decision.kind === 'moved' ? decision.node.states : decision.kind
}

describe('a created object', () => {
  it('has a record of every workflow of its chain, in order, without an action', () => {
    expect(startWorkflows(nodeIn({}), chain, { ...author, evaluate, checkGuard: everybody }).records).toEqual([
      { workflow: 'simple_publication_workflow', action: null, state: 'private', ...author },
      { workflow: 'voting', action: null, state: 'off', ...author },
    ])
  })

  it('is in the initial state of each workflow, with its permissions, and retains others', () => {
    const { node } = startWorkflows(nodeIn({}, { 'Add things': only('Owner') }), chain, {
      ...author,
      evaluate,
      checkGuard: everybody,
    })
    expect(node.states).toEqual({ simple_publication_workflow: 'private', voting: 'off' })
    expect(Object.keys(node.permissions).toSorted()).toEqual([
      'Access contents information',
      'Add things',
      'Modify portal content',
      'Vote',
    ])
  })

  it('has no record without a workflow', () => {
    const node = nodeIn({})
    expect(startWorkflows(node, [], { ...author, evaluate, checkGuard: everybody })).toEqual({
      kind: 'moved',
      node,
      records: [],
    })
  })
})

describe('a transition', () => {
  it('reaches the target state and is recorded', () => {
    const node = nodeIn({ simple_publication_workflow: 'private', voting: 'off' })
    const decision = attemptTransition(node, chain, request('submit'))
    expect(decision).toMatchObject({
      kind: 'moved',
      node: { states: { simple_publication_workflow: 'pending', voting: 'off' } },
      records: [{ workflow: 'simple_publication_workflow', action: 'submit', state: 'pending', ...author }],
    })
  })

  it('changes only states and permissions of the object', () => {
    const node = nodeIn({ simple_publication_workflow: 'private' })
    const decision = attemptTransition(node, chain, request('submit'))
    const { states: _, permissions: __, ...rest } = decision.kind === 'moved' ? decision.node : node
    expect({ ...rest, states: node.states, permissions: node.permissions }).toEqual(node)
  })

  it('records exactly the values of the history', () => {
    const decision = attemptTransition(nodeIn({}), chain, request('submit'))
    expect(decision.kind === 'moved' && Object.keys(decision.records[0] ?? {}).toSorted()).toEqual([
      ...['action', 'actor', 'comments', 'state', 'time', 'workflow'],
    ])
  })

  it('starts from the initial state if the object has no record of the workflow', () => {
    expect(statesAfter(nodeIn({}), 'submit')).toEqual({ simple_publication_workflow: 'pending' })
  })

  it('runs in the first workflow that can execute it from its current state', () => {
    const inBoth = nodeIn({ simple_publication_workflow: 'private', voting: 'off' })
    const published = nodeIn({ simple_publication_workflow: 'published', voting: 'off' })
    expect(statesAfter(inBoth, 'publish')).toEqual({ simple_publication_workflow: 'published', voting: 'off' })
    expect(statesAfter(published, 'publish')).toEqual({ simple_publication_workflow: 'published', voting: 'on' })
    expect(statesAfter(inBoth, 'publish', withoutGuard)).toEqual({
      simple_publication_workflow: 'private',
      voting: 'on',
    })
  })

  it('may return to the state that it leaves', () => {
    const node = nodeIn({ voting: 'on' })
    expect(attemptTransition(node, chain, request('again'))).toMatchObject({
      kind: 'moved',
      records: [{ state: 'on' }],
    })
  })

  it('is rejected if its id is unknown, or if it does not leave the current state', () => {
    const node = nodeIn({ simple_publication_workflow: 'private', voting: 'off' })
    for (const transition of ['nope', 'Publish', '', 'retract-it', 'constructor'])
      expect(attemptTransition(node, chain, request(transition))).toEqual({ kind: 'unavailable' })
    expect(attemptTransition(nodeIn({ simple_publication_workflow: 'published' }), chain, request('submit'))).toEqual({
      kind: 'unavailable',
    })
  })

  it('is rejected if the guard denies it', () => {
    const node = nodeIn({ simple_publication_workflow: 'private', voting: 'off' })
    expect(attemptTransition(node, chain, request('submit', nobody))).toEqual({ kind: 'denied' })
    expect(attemptTransition(node, chain, request('start', withoutGuard))).toEqual({ kind: 'denied' })
  })

  it('is rejected without a workflow', () => {
    expect(attemptTransition<ContentNode>(nodeIn({}), [], request('publish'))).toEqual({ kind: 'unavailable' })
  })
})

describe('an object that is already in the target state', () => {
  it('remains there without an error for a caller whom the guard allows', () => {
    const node = nodeIn({ simple_publication_workflow: 'private' })
    expect(attemptTransition(node, chain, request('retract'))).toEqual({ kind: 'already-there' })
    expect(attemptTransition(node, chain, request('reject'))).toEqual({ kind: 'already-there' })
  })

  it('rejects the transition of other callers', () => {
    const node = nodeIn({ simple_publication_workflow: 'private' })
    expect(attemptTransition(node, chain, request('reject', nobody))).toEqual({ kind: 'unavailable' })
  })

  it('is checked after every workflow had its chance to execute the transition, by the state variable of each', () => {
    const node = nodeIn({ simple_publication_workflow: 'published', voting: 'on' })
    expect(attemptTransition(node, chain, request('publish'))).toEqual({ kind: 'already-there' })
    expect(attemptTransition(node, chain, request('publish', withoutGuard))).toEqual({ kind: 'already-there' })
    expect(attemptTransition(node, chain, request('start'))).toEqual({ kind: 'already-there' })
    expect(attemptTransition(node, chain, request('start', withoutGuard))).toEqual({ kind: 'unavailable' })
  })
})

describe('the permissions of a state', () => {
  it('replace the permissions that the workflow manages and preserve the others', () => {
    const before = { Vote: only('Reader'), View: only('Reader'), Edit: only('Owner') }
    expect(permissionsIn(voting, 'on', before)).toEqual({
      Vote: only('Member'),
      View: only('Member'),
      Edit: only('Owner'),
    })
  })

  it('are acquired if the state does not set a managed one', () => {
    expect(permissionsIn(voting, 'off', { View: only('Member'), Edit: only('Owner') })).toEqual({
      Vote: only(),
      Edit: only('Owner'),
    })
  })

  it('belong to the workflow with the latest transition', () => {
    const entered = startWorkflows(nodeIn({}), chain, { ...author, evaluate, checkGuard: everybody }).node
    const on = attemptTransition(entered, chain, request('start'))
    const back = attemptTransition(on.kind === 'moved' ? on.node : entered, chain, request('submit'))
    expect(on).toMatchObject({ node: { permissions: { View: only('Member') } } })
    expect(back).toMatchObject({ node: { permissions: { View: { roles: expect.arrayContaining(['Reviewer']) } } } })
  })
})

describe('automatic transitions', () => {
  const state = (id: string, ...transitions: string[]) => ({ id, title: id, transitions, permissions: {} })
  const automatic = (id: string, to: string, guard: Guard = {}) =>
    ({ id, title: id, to, trigger: 'automatic', guard }) as const
  const relay: WorkflowDefinition = {
    id: 'relay',
    title: 'Relay',
    stateVariable: 'relay_state',
    initialState: 'idle',
    managedPermissions: [],
    states: [state('idle', 'start'), state('first', 'skip', 'pass'), state('second', 'finish'), state('done')],
    transitions: [
      { id: 'start', title: 'Start', to: 'first' },
      automatic('skip', 'done', { roles: ['Nobody'] }),
      automatic('pass', 'second'),
      automatic('finish', 'done'),
    ],
    historyGuard: {},
  }
  const unlessNobody = (guard: Guard): boolean => !guard.roles?.includes('Nobody')

  it('follow from a state by the first passing guard, with a record for each', () => {
    const decision = attemptTransition(nodeIn({}), [relay], request('start', unlessNobody))
    expect(decision).toMatchObject({ kind: 'moved', node: { states: { relay: 'done' } } })
    expect(decision.kind === 'moved' && decision.records.map(({ action, state: to }) => [action, to])).toEqual([
      ['start', 'first'],
      ['pass', 'second'],
      ['finish', 'done'],
    ])
  })

  it('run at the creation of an object', () => {
    const entered = startWorkflows(nodeIn({}), [{ ...relay, initialState: 'second' }], {
      ...author,
      evaluate,
      checkGuard: unlessNobody,
    })
    expect(entered.node.states).toEqual({ relay: 'done' })
    expect(entered.records.map(({ action }) => action)).toEqual([null, 'finish'])
  })

  it('cannot be requested', () => {
    expect(attemptTransition(nodeIn({ relay: 'second' }), [relay], request('finish'))).toEqual({ kind: 'unavailable' })
  })

  it('are rejected if they never end', () => {
    const loop = {
      ...relay,
      states: [state('idle', 'start'), state('first', 'pass'), state('second', 'back')],
      transitions: [...relay.transitions, automatic('back', 'first')],
    }
    expect(() => attemptTransition(nodeIn({}), [loop], request('start'))).toThrow('without settling in a state')
  })
})

describe('an object of another application', () => {
  interface Order {
    readonly number: number
    readonly isPaid: boolean
    readonly states: Readonly<Record<string, string>>
  }
  const order: Order = { number: 7, isPaid: false, states: {} }
  const context: TransitionContext<Order> = {
    ...author,
    evaluate: (_, { number }) => number,
    checkGuard: (_, { isPaid }) => isPaid,
  }

  it('retains its type and fields, and gets states but no permissions', () => {
    const started = startWorkflows(order, [voting], context)
    expect(started.node).toEqual({ number: 7, isPaid: false, states: { voting: 'off' } })
    const paid: Order = { ...started.node, isPaid: true }
    const decision = attemptTransition(paid, [voting], { transition: 'start', context })
    if (decision.kind !== 'moved') throw new Error('The transition did not run.')
    const { isPaid, number }: Order = decision.node
    expect([isPaid, number]).toEqual([true, 7])
    expect(decision.node).toEqual({ number: 7, isPaid: true, states: { voting: 'on' } })
    expect(decision.records).toEqual([expect.objectContaining({ action: 'start', state: 'on', actor: 'ada' })])
  })

  it('is passed to the guard with its original type', () => {
    expect(attemptTransition(order, [voting], { transition: 'start', context })).toEqual({ kind: 'denied' })
  })

  it('is passed to expressions with its original type, and gets variables only in workflows with variables', () => {
    const counting: WorkflowDefinition = {
      ...voting,
      variables: [{ id: 'count', default: 0 }],
      transitions: [{ id: 'start', title: 'Start', to: 'on', variables: { count: { expression: 'number' } } }],
    }
    const decision = attemptTransition({ ...order, isPaid: true }, [counting], { transition: 'start', context })
    expect(decision).toMatchObject({ node: { variables: { voting: { count: 7 } } } })
  })

  it('does not compile without states', () => {
    // @ts-expect-error
    const decide = () => attemptTransition({ number: 7 }, [voting], { transition: 'start', context })
    expect(decide).toThrow(TypeError)
  })
})
