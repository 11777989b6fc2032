import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { transitionsByOwner } from '../../workflow/available.js'
import { currentState, primaryOf } from '../../workflow/chain.js'
import { claimantsOf, conflictingPermissions } from '../../workflow/conflicts.js'
import { chainIn } from '../move/decideMoveAt.js'
import { passesGuard } from '../run/guard.js'
import type { Operation } from '../run/operation.js'
import type { Visit } from '../run/visit.js'

/**
 * Facts about the workflows of one object, for services that embed the core (docs/workflow-and-history.md, Questions of
 * embedders).
 */
type Fact<Input, Answer> = Operation<Input, Answer>

/** By id, in the order of the chain. */
type ByWorkflow<T> = Readonly<Record<string, T>>

const fact = <Input, Answer>(of: (visit: Visit, input: Input) => Answer): Fact<Input, Answer> => ({
  permission: permission.view,
  run: async (visit, input) => ({ answer: of(visit, input) }),
})

export interface GetStateInput {
  /**
   * The workflow to read; the primary one when it is left out. One that the object does not go through is in its
   * initial state.
   */
  readonly workflow?: string
  /** Answer for an object without any workflow, in place of a refusal. */
  readonly fallback?: string
}

/** The state in one workflow. Throws `bad-request` when there is no such workflow, or none that could be meant. */
export const getState = fact(({ node, ...visit }, { workflow, fallback }: GetStateInput): string => {
  const chain = chainIn(visit, node)
  if (workflow === undefined && chain.length === 0 && fallback !== undefined) return fallback
  const { definitions } = visit.environment.workflows
  const definition = workflow === undefined ? primaryOf(chain) : definitions.get(workflow)
  if (definition) return currentState(node, definition)
  throw new DomainError(
    'bad-request',
    workflow === undefined
      ? message('workflow.no-primary')
      : message('workflow.unknown', { workflow, known: [...definitions.keys()].join(', ') }),
  )
})

/** The states in all workflows of the object. */
export const getStates = fact(
  (visit, _: undefined): ByWorkflow<string> =>
    Object.fromEntries(
      chainIn(visit, visit.node).map(definition => [definition.id, currentState(visit.node, definition)]),
    ),
)

/**
 * Ids of the transitions that the caller can run now, by the workflow that owns them; workflows without any are left
 * out.
 */
export const getTransitions = fact((visit, _: undefined): ByWorkflow<readonly string[]> => {
  const owned = transitionsByOwner(visit.node, chainIn(visit, visit.node), guard => passesGuard(visit, guard, visit))
  const listed = [...owned].filter(([, transitions]) => transitions.length > 0)
  return Object.fromEntries(listed.map(([workflow, transitions]) => [workflow, transitions.map(({ id }) => id)]))
})

/** Workflows that define a transition id, in chain order: the first owns it, the first that is able to runs it. */
export const getClaimants = fact(
  (visit, _: undefined): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(claimantsOf(chainIn(visit, visit.node))),
)

/**
 * Permissions that several workflows of the object manage, with the ids of those in chain order: the last move in time
 * wins.
 */
export const getConflicts = fact(
  (visit, _: undefined): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(conflictingPermissions(chainIn(visit, visit.node))),
)
