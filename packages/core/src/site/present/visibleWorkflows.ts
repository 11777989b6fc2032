import { type Lineage, objectOf } from '../../content/node/node.js'
import { permission } from '../../security/permissions.js'
import { chainOf, primaryOf } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { passesGuard } from '../run/guard.js'
import { hasPermissionAt, type SiteCaller } from '../run/requestContext.js'

/**
 * Returns the workflows whose records the caller may view. The caller must pass the history guard of each workflow. For
 * the primary workflow, the caller also needs one of the review permissions (docs/workflow-and-history.md, Merged
 * history, rule 3).
 */
export function visibleWorkflows(siteCaller: SiteCaller, lineage: Lineage): readonly WorkflowDefinition[] {
  const { registry, workflows } = siteCaller.environment
  const node = objectOf(lineage)
  const chain = chainOf(node, registry.type(node.type), workflows).filter(
    ({ recordsHistory }) => recordsHistory !== false,
  )
  const canReview = [permission.requestReview, permission.review].some(name =>
    hasPermissionAt(siteCaller, name, lineage),
  )
  const primary = primaryOf(chain)
  return chain.filter(
    definition =>
      (definition !== primary || canReview) && passesGuard(siteCaller, definition.historyGuard, { lineage }),
  )
}
