import type { DefinedWorkflow, WorkflowDefinitionsPayload } from '../../answers/workflow.js'
import { permission } from '../../security/stockPermissions.js'
import { availableTransitions } from '../../workflow/available.js'
import { currentState } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { chainIn } from '../move/decideMoveAt.js'
import { passesGuard } from '../run/guard.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, may, urlOfVisit, type Visit } from '../run/visit.js'

/** `GET {path}/@workflow-definitions` (docs/workflow-and-history.md, Definitions of an object). */
export const getWorkflowDefinitions: Operation<undefined, WorkflowDefinitionsPayload> = {
  permission: visit => may(visit, permission.view) && editors.some(name => may(visit, name)),
  dependsOn: async () => ({ parts: [] }),
  async run(visit) {
    const chain = isSiteRoot(visit) ? [] : chainIn(visit, visit.node)
    const items = chain.map(definition => presentDefinition(visit, definition))
    return { answer: { '@id': `${urlOfVisit(visit)}/@workflow-definitions`, items } }
  },
}

/** Callers need one of these permissions to take part in a workflow. */
const editors = [permission.modify, permission.requestReview, permission.review]

function presentDefinition(visit: Visit, definition: WorkflowDefinition): DefinedWorkflow {
  const { node, translate, environment } = visit
  const { id, title, initialState, states, transitions } = definition
  const open = availableTransitions(node, definition, guard => passesGuard(visit, guard, visit))
  const leadsFrom = (transition: string) => states.filter(state => state.transitions.includes(transition))
  return {
    id,
    title: translate(environment.workflows.labels.get(id) || title),
    initial_state: initialState,
    state: currentState(node, definition),
    states: states.map(state => ({ id: state.id, title: translate(state.title || state.id) })),
    transitions: transitions.map(transition => ({
      id: transition.id,
      title: translate(transition.title || transition.id),
      from: leadsFrom(transition.id).map(state => state.id),
      to: transition.to,
      is_automatic: transition.trigger === 'automatic',
      is_available: open.includes(transition),
    })),
  }
}
