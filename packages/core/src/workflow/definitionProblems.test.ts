import type { Transition, WorkflowDefinition, WorkflowState } from './definition.js'
import { problemsOfWorkflow } from './definitionProblems.js'

const vocabulary = {
  permissions: ['View', 'Review'],
  roles: ['Reader', 'Editor'],
  expressions: ['isComplete'],
  dateFields: ['expires'],
}

const state = (
  id: string,
  transitions: readonly string[] = [],
  overrides: Partial<WorkflowState> = {},
): WorkflowState => ({
  id,
  title: id,
  transitions,
  permissions: {},
  ...overrides,
})

const sound: WorkflowDefinition = {
  id: 'w',
  title: 'W',
  stateVariable: 'review_state',
  initialState: 'draft',
  managedPermissions: ['View'],
  states: [
    state('draft', ['submit'], { permissions: { View: { roles: ['Reader'], acquired: false } } }),
    state('waiting', ['accept', 'refuse']),
    state('done'),
  ],
  transitions: [
    { id: 'submit', title: 'Submit', to: 'waiting' },
    {
      id: 'accept',
      title: 'Accept',
      to: 'done',
      guard: { permissions: ['Review'], roles: ['Editor'], groups: ['any'] },
    },
    { id: 'refuse', title: 'Refuse', to: 'draft' },
  ],
  historyGuard: { permissions: ['Review'], roles: ['Editor'] },
}

const problemsWith = (overrides: Partial<WorkflowDefinition>): readonly string[] =>
  problemsOfWorkflow({ ...sound, ...overrides }, vocabulary)

describe('the check of a workflow', () => {
  it('finds no problems in a valid one', () => {
    expect(problemsWith({})).toEqual([])
  })

  it('accepts a single state without transitions', () => {
    expect(problemsWith({ states: [state('draft')], transitions: [] })).toEqual([])
  })

  it('rejects duplicate states and transitions', () => {
    expect(problemsWith({ states: [...sound.states, state('done')] })).toEqual([
      'Workflow w: has more than one state done.',
    ])
    expect(problemsWith({ transitions: [...sound.transitions, { id: 'submit', title: 'S', to: 'waiting' }] })).toEqual([
      'Workflow w: has more than one transition submit.',
    ])
  })

  it('rejects an unknown initial state', () => {
    expect(problemsWith({ initialState: 'nowhere' })).toEqual(['Workflow w: its initial state nowhere does not exist.'])
  })

  it('rejects a state that no transition leads to', () => {
    expect(problemsWith({ states: [...sound.states, state('lost', ['refuse'])] })).toEqual([
      'Workflow w: no transition leads to the state lost.',
    ])
    expect(problemsWith({ initialState: 'done' })).toEqual([
      'Workflow w: no transition leads to the state draft.',
      'Workflow w: no transition leads to the state waiting.',
    ])
  })

  it('rejects a state that only unreachable transitions lead to', () => {
    const transitions = [...sound.transitions, { id: 'jump', title: 'Jump', to: 'lost' }]
    expect(problemsWith({ transitions, states: [...sound.states, state('lost', ['jump'])] })).toEqual([
      'Workflow w: no transition leads to the state lost.',
    ])
  })

  it('rejects a transition to an unknown state', () => {
    const transitions = [...sound.transitions, { id: 'lose', title: 'Lose', to: 'nowhere' }]
    expect(problemsWith({ transitions })).toEqual([
      'Workflow w: the transition lose leads to the state nowhere, which does not exist.',
    ])
  })

  it('rejects an unknown transition from a state', () => {
    expect(problemsWith({ states: [...sound.states.slice(0, 2), state('done', ['reopen'])] })).toEqual([
      'Workflow w: the state done is left by the transition reopen, which does not exist.',
    ])
  })

  it.each<[Partial<Transition>, string]>([
    [{ trigger: 'user', after: { days: 1 }, as: { user: 'ana' } }, 'has a time, so its trigger must be automatic.'],
    [{ after: { days: 1 } }, 'has a time, so it needs the key as with the user or the roles that run it.'],
    [
      { after: { days: 0 }, as: { user: 'a' } },
      'runs after 0 days, but the number must be greater than 0 and at most 3650.',
    ],
    [{ at: 'expire', as: { user: 'a' } }, 'runs at expire, which is not a date field of any type.'],
    [{ at: 'expires', after: { days: 1 }, as: { user: 'a' } }, 'has both after and at; use one of them.'],
    [{ at: 'expires', as: { roles: [] } }, 'has the key as without a role.'],
    [{ as: { user: 'a' } }, 'has the key as, which only transitions with after or at have.'],
  ])('rejects the time of a transition: %j', (time, problem) => {
    const refuse: Transition = { id: 'refuse', title: 'Refuse', to: 'draft', trigger: 'automatic', ...time }
    const transitions = [...sound.transitions.slice(0, 2), refuse]
    expect(problemsWith({ transitions })).toEqual([`Workflow w: the transition refuse ${problem}`])
  })

  it('rejects an automatic transition that requires values', () => {
    const transitions = sound.transitions.map(one =>
      one.id === 'accept' ? one : ({ ...one, trigger: 'automatic', requires: ['delay'] } as const),
    )
    expect(problemsWith({ transitions }).join()).toContain('requires values, so its trigger must be user.')
  })

  it('rejects unknown roles of a timed transition, and transitions at dates that lead in a circle', () => {
    const timed = { trigger: 'automatic', at: 'expires', as: { roles: ['Boss'] } } as const
    const transitions = sound.transitions.map(one => (one.id === 'accept' ? one : { ...one, ...timed }))
    const circle = (state: string) =>
      `Workflow w: from the state ${state}, transitions at dates lead back to ${state}, so they would never end.`
    expect(problemsWith({ transitions })).toEqual([
      circle('draft'),
      circle('waiting'),
      'Workflow w: names the role Boss, which does not exist.',
    ])
  })

  it('accepts transitions at times', () => {
    const as = { roles: ['Editor'] }
    const times = [{ at: 'expires', as }, {}, { after: { days: 0.5 }, as }] as const
    const transitions = sound.transitions.map(
      (one, i): Transition => ({
        ...one,
        ...times[i],
        trigger: i === 1 ? 'user' : 'automatic',
      }),
    )
    expect(problemsWith({ transitions })).toEqual([])
  })

  it('rejects a state that sets an unmanaged permission', () => {
    const done = state('done', [], { permissions: { Review: { roles: [], acquired: false } } })
    expect(problemsWith({ states: [...sound.states.slice(0, 2), done] })).toEqual([
      'Workflow w: the state done sets the permission Review, which the workflow does not manage.',
    ])
  })

  it('rejects unknown permissions: managed ones, in guards, and in the guard of the history', () => {
    const transitions = [...sound.transitions, { id: 'fly', title: 'Fly', to: 'done', guard: { permissions: ['Fly'] } }]
    expect(
      problemsWith({
        transitions,
        managedPermissions: ['View', 'Manage'],
        historyGuard: { permissions: ['Read', 'Fly'] },
      }),
    ).toEqual([
      'Workflow w: names the permission Manage, which does not exist.',
      'Workflow w: names the permission Fly, which does not exist.',
      'Workflow w: names the permission Read, which does not exist.',
    ])
  })

  it('rejects unknown roles: in guards, in the guard of the history, and in states', () => {
    const transitions = [...sound.transitions, { id: 'fly', title: 'Fly', to: 'done', guard: { roles: ['Pilot'] } }]
    const waiting = state('waiting', ['accept', 'refuse'], {
      permissions: { View: { roles: ['Crew'], acquired: true } },
    })
    const states = sound.states.map(other => (other.id === 'waiting' ? waiting : other))
    expect(problemsWith({ transitions, states, historyGuard: { roles: ['Historian'] } })).toEqual([
      'Workflow w: names the role Pilot, which does not exist.',
      'Workflow w: names the role Historian, which does not exist.',
      'Workflow w: names the role Crew, which does not exist.',
    ])
  })

  it('reports all problems', () => {
    expect(problemsWith({ initialState: 'x', managedPermissions: [], states: sound.states.slice(0, 2) })).toEqual([
      'Workflow w: its initial state x does not exist.',
      'Workflow w: the transition accept leads to the state done, which does not exist.',
      'Workflow w: the state draft sets the permission View, which the workflow does not manage.',
    ])
  })

  it('rejects unregistered expressions', () => {
    const guarded = (expression: string) => ({
      transitions: sound.transitions.map(one => ({ ...one, guard: { expression } })),
    })
    expect(problemsWith(guarded('isComplete'))).toEqual([])
    expect(problemsWith(guarded('nope'))).toEqual(['Workflow w: names the expression nope, which is not registered.'])
  })

  it('rejects duplicate variables, reserved names, and values for unknown variables', () => {
    const variable = (id: string) => ({ id, default: null })
    expect(
      problemsWith({
        variables: [variable('years')],
        states: [...sound.states.slice(0, 2), state('done', [], { variables: { years: 3 } })],
      }),
    ).toEqual([])
    expect(
      problemsWith({ variables: [variable('a'), variable('a'), variable('time'), variable('review_state')] }),
    ).toEqual([
      'Workflow w: has more than one variable a.',
      'Workflow w: the variable time has a name that records use already.',
      'Workflow w: the variable review_state has a name that records use already.',
    ])
    const transitions = sound.transitions.map(one => ({ ...one, variables: { b: { expression: 'nope' } } }))
    expect(
      problemsWith({ transitions: transitions.slice(0, 1), states: [state('draft', ['submit']), state('waiting')] }),
    ).toEqual([
      'Workflow w: the transition submit sets the variable b, which the workflow does not have.',
      'Workflow w: names the expression nope, which is not registered.',
    ])
  })

  it('rejects duplicate worklists, unknown states, and guards with unknown names', () => {
    const worklist = (id: string, ...states: string[]) => ({ id, title: id, states })
    expect(problemsWith({ worklists: [worklist('a', 'waiting'), worklist('a', 'nowhere')] })).toEqual([
      'Workflow w: has more than one worklist a.',
      'Workflow w: the worklist a lists the state nowhere, which does not exist.',
    ])
    expect(problemsWith({ worklists: [{ ...worklist('a', 'waiting'), guard: { roles: ['Pilot'] } }] })).toEqual([
      'Workflow w: names the role Pilot, which does not exist.',
    ])
  })
})
