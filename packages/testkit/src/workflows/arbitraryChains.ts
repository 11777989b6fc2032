import type { Extensions } from '@plenum/core'
import type { Transition, WorkflowDefinition } from '@plenum/core/workflow'
import fc from 'fast-check'
import { buildType } from '../builders.js'

// The number of ids is small, so that several workflows in a chain define the same transition ids.
export const ids = ['go', 'back', 'jump'] as const
export const callers = ['max', 'rex', 'edi', 'mia'] as const
export const stateIds = ['s0', 's1', 's2'] as const
const guards = [undefined, ['Manager'], ['Reviewer', 'Manager'], ['Editor']] as const

export interface Plan {
  readonly transitions: readonly {
    readonly id: string
    readonly to: number
    readonly guard: number
    readonly from: readonly number[]
  }[]
}

export const plan: fc.Arbitrary<Plan> = fc.record({
  transitions: fc.subarray([...ids], { minLength: 1 }).chain(chosen =>
    fc.tuple(
      ...chosen.map(id =>
        fc.record({
          id: fc.constant(id as string),
          to: fc.nat({ max: 2 }),
          guard: fc.nat({ max: guards.length - 1 }),
          from: fc.subarray([0, 1, 2], { minLength: 1 }),
        }),
      ),
    ),
  ),
})

/**
 * Returns the states that transitions can reach. Other states are omitted, because `createSite` refuses workflows with
 * unreachable states.
 */
function reached({ transitions }: Plan): readonly number[] {
  const reachable = new Set([0])
  for (const state of reachable) for (const { from, to } of transitions) if (from.includes(state)) reachable.add(to)
  return [...reachable].sort()
}

export const managed = (index: number): string => `Do what workflow ${index} allows`
export const rolesIn = (state: number): readonly string[] =>
  [['Manager'], ['Manager', 'Reviewer'], ['Editor']][state] ?? []

export function definition(plan: Plan, index: number): WorkflowDefinition {
  const states = reached(plan)
  const transitions: Transition[] = plan.transitions
    .filter(({ to }) => states.includes(to))
    .map(({ id, to, guard }) => {
      const roles = guards[guard]
      return { id, title: `${id} of ${index}`, to: stateIds[to] ?? 's0', ...(roles ? { guard: { roles } } : {}) }
    })
  return {
    id: `w${index}`,
    title: `Workflow ${index}`,
    stateVariable: index === 0 ? 'review_state' : `state_${index}`,
    initialState: 's0',
    managedPermissions: [managed(index)],
    historyGuard: {},
    transitions,
    states: states.map(state => ({
      id: stateIds[state] ?? 's0',
      title: `State ${state}`,
      transitions: plan.transitions
        .filter(({ from, to }) => from.includes(state) && states.includes(to))
        .map(({ id }) => id),
      permissions: { [managed(index)]: { roles: rolesIn(state), acquired: false } },
    })),
  }
}

export function extensions(chain: readonly WorkflowDefinition[]): Extensions {
  const thing = buildType('Thing', { behaviors: ['plone.basic', 'contributing'], workflows: ['w0'] })
  return {
    types: [thing],
    behaviors: [{ name: 'contributing', workflows: [{ ids: chain.slice(1).map(({ id }) => id) }] }],
    workflows: chain,
    permissions: Object.fromEntries(chain.map((_, index) => [managed(index), []])),
  }
}
