import type { ExplainedBlocker, RefusalBlocker } from '../../answers/workflow.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import { permission } from '../../security/permissions.js'
import { stateOf, type Transition, type WorkflowDefinition } from '../../workflow/definition.js'
import {
  blockerMessage,
  type ExplainedTransition,
  explainTransitions,
  type TransitionBlocker,
} from '../../workflow/explainTransitions.js'
import { failingParts } from '../run/guard.js'
import { hasPermission, hasPermissionAt, type RequestContext, type SiteCaller } from '../run/requestContext.js'
import { chainIn } from './attemptTransitionAt.js'

/** A caller with at least one of these permissions participates in the workflow. */
const participantPermissions = [permission.modify, permission.requestReview, permission.review]

/** Whether the caller may see why transitions of the object are blocked. */
export const seesBlockers = (context: RequestContext): boolean =>
  hasPermission(context, permission.view) && participantPermissions.some(name => hasPermission(context, name))

/**
 * An object whose transitions are explained, with its containers. `comments` is the caller's comment on the transition,
 * which the expressions in guards receive.
 */
interface ExplainedObject {
  readonly lineage: Lineage
  readonly comments?: string
}

/**
 * Returns each transition of the object with the reasons, if any, why the caller cannot run it. In addition to passing
 * the guard, the caller needs the View permission (docs/workflow-and-history.md, Guards, rule 4).
 */
export function explainAt(context: SiteCaller, object: ExplainedObject): readonly ExplainedTransition[] {
  const { lineage } = object
  const node = objectOf(lineage)
  const explained = explainTransitions(node, chainIn(context, node), guard => [...failingParts(context, guard, object)])
  if (hasPermissionAt(context, permission.view, lineage)) return explained
  const hidden: TransitionBlocker = { code: 'permission', permissions: [permission.view] }
  return explained.map(one => ({ ...one, blockers: [hidden, ...one.blockers] }))
}

export function presentBlocker(
  { translate }: Pick<RequestContext, 'translate'>,
  definition: WorkflowDefinition,
  { transition, blocker }: { transition: Transition; blocker: TransitionBlocker },
): ExplainedBlocker {
  const titleOf = (state: string): string => translate(stateOf(definition, state)?.title || state)
  const text = translate(blockerMessage(blocker, transition, titleOf))
  if (blocker.code !== 'state') return { ...blocker, message: text }
  return { code: blocker.code, states: blocker.states, message: text }
}

/** Returns the reasons for a refusal, or undefined if the caller may not see them. */
export function blockersOfRefusal(
  context: RequestContext,
  { transition: id, ...object }: ExplainedObject & { readonly transition: string },
): readonly RefusalBlocker[] | undefined {
  if (!seesBlockers(context)) return undefined
  const chain = chainIn(context, objectOf(object.lineage))
  return explainAt(context, object).flatMap(({ workflow, transition, blockers }) => {
    const definition = chain.find(one => one.id === workflow)
    if (!definition || transition.id !== id) return []
    return blockers.map(blocker => ({ workflow, ...presentBlocker(context, definition, { transition, blocker }) }))
  })
}
