import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { transitionsByOwner } from '../../workflow/available.js'
import { currentState, primaryOf } from '../../workflow/chain.js'
import { claimantsOf, conflictingPermissions } from '../../workflow/conflicts.js'
import { passesGuard } from '../run/guard.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'

/**
 * An operation that reads facts about the workflows of one object, for services that embed core
 * (docs/workflow-and-history.md, Questions of embedders).
 */
type Fact<Input, Answer> = Operation<Input, Answer>

/** Values by workflow id, in chain order. */
type ByWorkflow<T> = Readonly<Record<string, T>>

const fact = <Input, Answer>(of: (context: RequestContext, input: Input) => Answer): Fact<Input, Answer> => ({
  permission: permission.view,
  run: async (context, input) => ({ answer: of(context, input) }),
})

export interface GetStateInput {
  /**
   * The id of the workflow to read; by default the primary one. For a workflow outside of its chain, an object has the
   * initial state.
   */
  readonly workflow?: string
  /** Returned for an object without any workflow, instead of an error. */
  readonly fallback?: string
}

/** The id of the state in one workflow. Throws a DomainError `bad-request` for an unknown or missing workflow. */
export const getState = fact(({ node, ...context }, { workflow, fallback }: GetStateInput): string => {
  const chain = chainIn(context, node)
  if (workflow === undefined && chain.length === 0 && fallback !== undefined) return fallback
  const { definitions } = context.environment.workflows
  const definition = workflow === undefined ? primaryOf(chain) : definitions.get(workflow)
  if (definition) return currentState(node, definition)
  throw new DomainError(
    'bad-request',
    workflow === undefined
      ? message('workflow.no-primary')
      : message('workflow.unknown', { workflow, known: [...definitions.keys()].join(', ') }),
  )
})

/** The ids of the states in all workflows of the object. */
export const getStates = fact(
  (context, _: undefined): ByWorkflow<string> =>
    Object.fromEntries(
      chainIn(context, context.node).map(definition => [definition.id, currentState(context.node, definition)]),
    ),
)

/** The ids of the transitions available to the caller, by the workflow that owns them, without empty entries. */
export const getTransitions = fact((context, _: undefined): ByWorkflow<readonly string[]> => {
  const owned = transitionsByOwner(context.node, chainIn(context, context.node), guard =>
    passesGuard(context, guard, context),
  )
  const listed = [...owned].filter(([, transitions]) => transitions.length > 0)
  return Object.fromEntries(listed.map(([workflow, transitions]) => [workflow, transitions.map(({ id }) => id)]))
})

/** The workflows that define each transition id, in chain order: the first owns it; the first able to run it does. */
export const getClaimants = fact(
  (context, _: undefined): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(claimantsOf(chainIn(context, context.node))),
)

/**
 * The permissions that several workflows of the object manage, with the workflow ids in chain order. The latest
 * transition takes precedence.
 */
export const getConflicts = fact(
  (context, _: undefined): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(conflictingPermissions(chainIn(context, context.node))),
)
