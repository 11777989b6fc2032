import type { DefinedWorkflow, WorkflowDefinitionsPayload, WorkflowPayload } from '../../answers/workflow.js'
import { withObject } from '../../content/node/node.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import type { Member } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { transitionsByOwner } from '../../workflow/available.js'
import { currentState, primaryOf } from '../../workflow/chain.js'
import { claimantsOf, conflictingPermissions } from '../../workflow/conflicts.js'
import type { Transition, WorkflowDefinition } from '../../workflow/definition.js'
import { type ExplainedTransition, isBlocked } from '../../workflow/explainTransitions.js'
import { memberOf } from '../people/authenticate.js'
import { workflowStatus } from '../present/components/workflowStatus.js'
import { passesGuard } from '../run/guard.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, type RequestContext, requirePermission, urlOfContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'
import { explainAt, presentBlocker, seesBlockers } from '../transition/blockers.js'
import { judgeConflicts } from '../transition/judgeConflicts.js'
import { updateOf } from '../write/changes.js'

/**
 * An operation with which embedding applications can read facts about the workflows of an object
 * (docs/workflow-and-history.md, Operations for embedding applications).
 */
type Fact<Input, Answer> = Operation<Input, Answer>

type ByWorkflow<T> = Readonly<Record<string, T>>

const fact = <Input, Answer>(of: (context: RequestContext, input: Input) => Answer): Fact<Input, Answer> => ({
  permission: permission.view,
  async run(context, input) {
    await judgeConflicts(context, context.lineage)
    return { answer: of(context, input) }
  },
})

export interface GetStateInput {
  /**
   * The id of the workflow. Defaults to the primary workflow. If the workflow is not in the chain of the object, the
   * result is the initial state.
   */
  readonly workflow?: string
  /** The result for an object without workflows. By default, an error is thrown. */
  readonly fallback?: string
}

/**
 * Returns the id of the current state in a workflow. Throws a DomainError `bad-request` if the workflow is unknown or,
 * by default, if the object has no primary workflow.
 */
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

export const getStates = fact(
  (context, _: undefined): ByWorkflow<string> =>
    Object.fromEntries(
      chainIn(context, context.node).map(definition => [definition.id, currentState(context.node, definition)]),
    ),
)

/**
 * Returns the ids of the transitions that the caller can run, by workflow id. Workflows without such transitions are
 * omitted.
 */
export const getTransitions = fact((context, _: undefined): ByWorkflow<readonly string[]> => {
  const owned = transitionsByOwner(context.node, chainIn(context, context.node), guard =>
    passesGuard(context, guard, context),
  )
  const listed = [...owned].filter(([, transitions]) => transitions.length > 0)
  return Object.fromEntries(listed.map(([workflow, transitions]) => [workflow, transitions.map(({ id }) => id)]))
})

/**
 * Maps each transition id to the ids of the workflows that define the transition, in chain order. A request runs the
 * transition in the first of these workflows that can run it.
 */
export const getClaimants = fact(
  (context, _: undefined): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(claimantsOf(chainIn(context, context.node))),
)

/**
 * Maps each permission that several workflows manage to the ids of these workflows, in chain order. The most recent
 * transition in one of them determines which roles have the permission.
 */
export const getConflicts = fact(
  (context, _: undefined): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(conflictingPermissions(chainIn(context, context.node))),
)

/** `GET {path}/@workflow` returns the workflows of an object (docs/workflow-and-history.md, Workflow payload). */
export const getWorkflow: Operation<undefined, WorkflowPayload> = {
  permission: permission.view,
  dependsOn: async () => ({ parts: [] }),
  run: async context => ({ answer: await workflowStatus(context, context.lineage) }),
}

/**
 * `GET {path}/@workflow-definitions` returns the workflows of an object with all states and transitions
 * (docs/workflow-and-history.md, Definitions of an object).
 */
export const getWorkflowDefinitions: Operation<DefinitionsInput, WorkflowDefinitionsPayload> = {
  permission: seesBlockers,
  // The roles of another user can change without a change to the content, so the response has no ETag.
  dependsOn: async (_, { user }) => (user === undefined ? { parts: [] } : null),
  async run(context, { user }) {
    const caller = user === undefined ? context.caller : await otherUser(context, user)
    const chain = isSiteRoot(context) ? [] : chainIn(context, context.node)
    await judgeConflicts(context, context.lineage)
    const explained = chain.length === 0 ? [] : explainAt({ ...context, caller }, { lineage: context.lineage })
    const items = chain.map(definition => presentDefinition(context, definition, explained))
    return { answer: { '@id': `${urlOfContext(context)}/@workflow-definitions`, items } }
  },
}

export interface DefinitionsInput {
  /**
   * The id of the user whose transitions are explained. Defaults to the caller. Only Managers can specify another user.
   */
  readonly user?: string | undefined
}

/**
 * Returns the user whose transitions are explained instead of the caller's. Throws a DomainError `unauthorized` unless
 * the caller is a Manager, and a DomainError `bad-request` if the user does not exist.
 */
async function otherUser(context: RequestContext, id: string): Promise<Member> {
  requirePermission(context, permission.manageSite)
  const user = await context.environment.users.user(id)
  if (!user) throw badRequest('blocker.user', { id: id.slice(0, 100) })
  return memberOf(context.environment, user)
}

function presentDefinition(
  context: RequestContext,
  definition: WorkflowDefinition,
  explained: readonly ExplainedTransition[],
): DefinedWorkflow {
  const { node, translate, environment } = context
  const { id, title, initialState, states, transitions } = definition
  const blockersOf = (transition: Transition) =>
    explained.find(one => one.workflow === id && one.transition === transition)?.blockers ?? []
  const statesWith = (transition: string) => states.filter(state => state.transitions.includes(transition))
  return {
    id,
    title: translate(environment.workflows.labels.get(id) || title),
    initial_state: initialState,
    state: currentState(node, definition),
    states: states.map(state => ({ id: state.id, title: translate(state.title || state.id) })),
    transitions: transitions.map(transition => ({
      id: transition.id,
      title: translate(transition.title || transition.id),
      from: statesWith(transition.id).map(state => state.id),
      to: transition.to,
      is_automatic: transition.trigger === 'automatic',
      ...(transition.after ? { after_days: transition.after.days } : {}),
      ...(transition.at === undefined ? {} : { at_field: transition.at }),
      ...(transition.sets ? { sets: transition.sets } : {}),
      ...(transition.requires ? { requires: transition.requires } : {}),
      is_available: !isBlocked(blockersOf(transition)),
      blockers: blockersOf(transition).map(blocker => presentBlocker(context, definition, { transition, blocker })),
    })),
  }
}

/**
 * Replaces the behaviors that contribute workflows to an object in addition to the behaviors of its type. The workflows
 * of the last behavior come first (docs/workflow-and-history.md, Chain). Records of workflows in which the object no
 * longer participates are preserved. Throws a DomainError `bad-request` if a behavior contributes no workflows.
 */
export const setObjectBehaviors: Operation<readonly string[], null> = {
  permission: permission.manageSite,
  async run(context, behaviors) {
    refuseUnsupported(context, behaviors)
    const node = { ...context.node, behaviors: [...new Set(behaviors)] }
    return { answer: null, change: { updates: [updateOf(context.environment, withObject(context.lineage, node))] } }
  },
}

function refuseUnsupported({ environment }: RequestContext, behaviors: readonly string[]): void {
  const { contributions } = environment.workflows
  const unsupported = behaviors.filter(name => !contributions.has(name))
  if (unsupported.length === 0) return
  const values = { names: unsupported.join(', '), possible: [...contributions.keys()].join(', ') }
  throw badRequest('behavior.no-workflows', values)
}
