import type { ContentNode } from '../content/node/node.js'
import { englishBlockers } from '../foundation/englishBlockers.js'
import { type Message, messagesFrom } from '../foundation/message.js'
import { currentState } from './chain.js'
import type { Guard, Transition, WorkflowDefinition } from './definition.js'
import { noConflicts } from './shippedExpressions.js'

const message = messagesFrom(englishBlockers)

/** The name of a part of a guard. */
export type GuardPart = keyof Guard

/**
 * A reason why a caller cannot run a transition now, and the states or guard parts that would allow it. The transition
 * can still run if its only blocker is a `conflict` (docs/workflow-and-history.md, Blockers).
 */
export type TransitionBlocker =
  | { readonly code: 'state'; readonly states: readonly string[]; readonly reason: StateReason }
  | { readonly code: 'permission'; readonly permissions: readonly string[] }
  | { readonly code: 'role'; readonly roles: readonly string[] }
  | { readonly code: 'group'; readonly groups: readonly string[] }
  | { readonly code: 'expression'; readonly expression: string }
  /** `other_workflow` is an earlier workflow in the chain, which would run its own transition with the same id. */
  | { readonly code: 'conflict'; readonly other_workflow: string }

/**
 * The reason for a blocker with the code `state`. `elsewhere`: the transition does not leave the current state.
 * `there`: the object is already in the target state. `automatic`: users cannot run the transition.
 */
type StateReason = 'elsewhere' | 'there' | 'automatic'

/**
 * A transition and its blockers. If there are no blockers, the caller can run the transition (see `isBlocked` for
 * conflicts).
 */
export interface ExplainedTransition<D extends WorkflowDefinition = WorkflowDefinition> {
  readonly workflow: string
  readonly transition: D['transitions'][number]
  readonly blockers: readonly TransitionBlocker[]
}

/**
 * Explains why the caller cannot run transitions, for each transition of each workflow in a chain, in order.
 * `failingParts` returns the parts of a guard that the caller does not pass.
 *
 * @example
 * const explained = explainTransitions(node, chain, guard => (caller.isEditor ? [] : Object.keys(guard)))
 * const [publish] = explained.filter(({ transition }) => transition.id === 'publish')
 * publish.blockers.map(blocker => translateEnglish(blockerMessage(blocker, publish.transition)))
 */
export function explainTransitions<D extends WorkflowDefinition>(
  node: Pick<ContentNode, 'states'>,
  chain: readonly D[],
  failingParts: (guard: Guard) => readonly GuardPart[],
): readonly ExplainedTransition<D>[]
export function explainTransitions(
  node: Pick<ContentNode, 'states'>,
  chain: readonly WorkflowDefinition[],
  failingParts: (guard: Guard) => readonly GuardPart[],
): readonly ExplainedTransition[] {
  const runnable = new Map<string, string>()
  return chain.flatMap(definition =>
    definition.transitions.map(transition => {
      const blockers = [
        ...stateBlockers(node, definition, transition),
        ...guardBlockers(transition.guard ?? {}, failingParts),
      ]
      const earlier = runnable.get(transition.id)
      if (blockers.length === 0 && earlier === undefined) runnable.set(transition.id, definition.id)
      const conflict = earlier === undefined ? [] : [{ code: 'conflict', other_workflow: earlier } as const]
      return { workflow: definition.id, transition, blockers: [...blockers, ...conflict] }
    }),
  )
}

/**
 * Whether blockers prevent a transition. A conflict alone does not prevent it, because a request can specify the
 * workflow.
 */
export const isBlocked = (blockers: readonly TransitionBlocker[]): boolean =>
  blockers.some(({ code }) => code !== 'conflict')

function stateBlockers(
  node: Pick<ContentNode, 'states'>,
  definition: WorkflowDefinition,
  { id, to, trigger }: Transition,
): readonly TransitionBlocker[] {
  const leading = definition.states.filter(state => state.transitions.includes(id))
  const states = leading.map(state => state.id)
  const state = currentState(node, definition)
  if (trigger === 'automatic') return [{ code: 'state', states, reason: 'automatic' }]
  if (states.includes(state)) return []
  return [{ code: 'state', states, reason: state === to ? 'there' : 'elsewhere' }]
}

function guardBlockers(
  guard: Guard,
  failingParts: (guard: Guard) => readonly GuardPart[],
): readonly TransitionBlocker[] {
  const { permissions = [], roles = [], groups = [], expression = '' } = guard
  const blockers: Readonly<Record<GuardPart, TransitionBlocker>> = {
    permissions: { code: 'permission', permissions },
    roles: { code: 'role', roles },
    groups: { code: 'group', groups },
    expression: { code: 'expression', expression },
  }
  return failingParts(guard).map(part => blockers[part])
}

/** Returns a message that explains a blocker. `titleOf` returns the title of a state by its id. */
export function blockerMessage(
  blocker: TransitionBlocker,
  transition: Pick<Transition, 'to' | 'after' | 'at'>,
  titleOf: (state: string) => string = state => state,
): Message {
  switch (blocker.code) {
    case 'state':
      return stateMessage(blocker, transition, titleOf)
    case 'permission':
      return message('blocker.permission', { names: blocker.permissions.join(', ') })
    case 'role':
      return message('blocker.role', { names: blocker.roles.join(', ') })
    case 'group':
      return message('blocker.group', { names: blocker.groups.join(', ') })
    case 'expression':
      return expressionMessage(blocker.expression)
    case 'conflict':
      return message('blocker.conflict', { workflow: blocker.other_workflow })
  }
}

function expressionMessage(name: string): Message {
  if (name === 'another_person') return message('blocker.another-person')
  return name === noConflicts ? message('blocker.conflicts') : message('blocker.expression', { name })
}

function stateMessage(
  { states, reason }: Extract<TransitionBlocker, { code: 'state' }>,
  { to, after, at }: Pick<Transition, 'to' | 'after' | 'at'>,
  titleOf: (state: string) => string,
): Message {
  const titles = states.map(titleOf).join(', ')
  if (reason === 'there') return message('blocker.there', { state: titleOf(to) })
  if (states.length === 0) return message('blocker.no-state')
  if (reason === 'automatic' && after) return message('blocker.after', { days: after.days, states: titles })
  if (reason === 'automatic' && at !== undefined) return message('blocker.at', { field: at, states: titles })
  return message(reason === 'automatic' ? 'blocker.automatic' : 'blocker.state', { states: titles })
}
