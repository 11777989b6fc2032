import { translateEnglish } from '../foundation/messages.js'
import type { Guard, Transition, WorkflowDefinition } from './definition.js'
import { blockerMessage, explainTransitions, type GuardPart, isBlocked } from './explainTransitions.js'

const state = (id: string, ...transitions: string[]) => ({ id, title: `In ${id}`, transitions, permissions: {} })

function workflow(id: string, transitions: readonly Transition[]): WorkflowDefinition {
  const ids = transitions.map(transition => transition.id)
  return {
    ...{ id, title: id, stateVariable: id, initialState: 'a', managedPermissions: [], historyGuard: {} },
    states: [state('a', ...ids.filter(one => one !== 'late')), state('b', ...ids.filter(one => one === 'late'))],
    transitions,
  }
}

const to = (id: string, target: string, more: Partial<Transition> = {}): Transition => ({
  ...{ id, title: id, to: target },
  ...more,
})

const failingParts = (guard: Guard): readonly GuardPart[] =>
  Object.entries(guard).flatMap(([part, names]) => ([names].flat().includes('no') ? [part as GuardPart] : []))

const explain = (chain: readonly WorkflowDefinition[], states: Readonly<Record<string, string>> = {}) =>
  explainTransitions({ states }, chain, failingParts).map(({ transition, blockers }) => [
    transition.id,
    isBlocked(blockers),
    blockers.map(blocker => translateEnglish(blockerMessage(blocker, transition))),
  ])

describe('the blockers of transitions (docs/workflow-and-history.md, Blockers)', () => {
  it.each<[string, Transition, boolean, readonly string[]]>([
    ['none', to('go', 'b'), false, []],
    ['a guard that admits the caller', to('go', 'b', { guard: { roles: ['yes'] } }), false, []],
    ['another state', to('late', 'c'), true, ['It is possible in these states: b.']],
    ['the target state, which the object has', to('late', 'a'), true, ['The object is already in the state a.']],
    [
      'an automatic trigger',
      to('go', 'b', { trigger: 'automatic' }),
      true,
      ['Runs automatically when the object enters one of these states: a.'],
    ],
    ['a role', to('go', 'b', { guard: { roles: ['no', 'x'] } }), true, ['This requires one of these roles: no, x.']],
    [
      'each part of a guard',
      to('late', 'c', { guard: { permissions: ['no'], groups: ['no'], expression: 'no' } }),
      true,
      [
        'It is possible in these states: b.',
        'This requires one of these permissions: no.',
        'This requires one of these groups: no.',
        'The condition no is not met.',
      ],
    ],
  ])('name %s', (_, transition, blocked, texts) => {
    expect(explain([workflow('w', [transition])])).toEqual([[transition.id, blocked, texts]])
  })

  it('name the earlier workflow that runs its own transition with the same id', () => {
    const [one, two] = [workflow('one', [to('go', 'b')]), workflow('two', [to('go', 'b')])]
    const conflict =
      'The workflow one has a transition with the same id, which runs first. Name the workflow, or use different ids.'
    expect(explain([one, two])).toEqual([
      ['go', false, []],
      ['go', false, [conflict]],
    ])
    expect(explain([one, two], { one: 'b' })).toEqual([
      ['go', true, ['The object is already in the state b.']],
      ['go', false, []],
    ])
  })

  it('say the reason of the shipped two-person rule in words', () => {
    const blocker = { code: 'expression', expression: 'another_person' } as const
    expect(translateEnglish(blockerMessage(blocker, { to: 'b' }))).toBe(
      'This step requires a person who did not take an earlier step.',
    )
  })
})
