import type { DefinedWorkflow, WorkflowDefinitionsPayload } from '../../answers/workflow.js'
import { permission } from '../../security/stockPermissions.js'
import { availableTransitions } from '../../workflow/available.js'
import { currentState } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { passesGuard } from '../run/guard.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, isSiteRoot, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'

/** `GET {path}/@workflow-definitions` (docs/workflow-and-history.md, Definitions of an object). */
export const getWorkflowDefinitions: Operation<undefined, WorkflowDefinitionsPayload> = {
  permission: context =>
    hasPermission(context, permission.view) && participantPermissions.some(name => hasPermission(context, name)),
  dependsOn: async () => ({ parts: [] }),
  async run(context) {
    const chain = isSiteRoot(context) ? [] : chainIn(context, context.node)
    const items = chain.map(definition => presentDefinition(context, definition))
    return { answer: { '@id': `${urlOfContext(context)}/@workflow-definitions`, items } }
  },
}

/** Callers need one of these permissions to take part in a workflow. */
const participantPermissions = [permission.modify, permission.requestReview, permission.review]

function presentDefinition(context: RequestContext, definition: WorkflowDefinition): DefinedWorkflow {
  const { node, translate, environment } = context
  const { id, title, initialState, states, transitions } = definition
  const available = availableTransitions(node, definition, guard => passesGuard(context, guard, context))
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
      is_available: available.includes(transition),
    })),
  }
}
