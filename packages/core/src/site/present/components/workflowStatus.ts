import type { WorkflowPayload } from '../../../answers/workflow.js'
import { type Lineage, objectOf } from '../../../content/node/node.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/permissions.js'
import { chainOf, participates } from '../../../workflow/chain.js'
import { presentWorkflow } from '../../../workflow/presentWorkflow.js'
import { passesGuard } from '../../run/guard.js'
import { hasPermissionAt, type RequestContext, seenLineage } from '../../run/requestContext.js'
import { judgeConflicts } from '../../transition/judgeConflicts.js'

/** Whether the caller can run transitions and may therefore see the current states of the object. */
const takesPart = (context: RequestContext, lineage: Lineage): boolean =>
  [permission.requestReview, permission.review].some(name => hasPermissionAt(context, name, lineage))

export async function workflowStatus(context: RequestContext, lineage: Lineage): Promise<WorkflowPayload> {
  const { environment, base, reader, translate } = context
  const node = objectOf(takesPart(context, lineage) ? lineage : seenLineage(context, lineage))
  const url = `${urlOf(base, node.path)}/@workflow`
  if (node.path === rootPath) return { '@id': url, history: [], transitions: [] }
  await judgeConflicts(context, lineage)
  const type = environment.registry.type(node.type)
  return presentWorkflow({
    node,
    chain: chainOf(node, type, environment.workflows),
    participates: participates(node, type, environment.workflows),
    labels: environment.workflows.labels,
    records: await reader.records(node.uid),
    url,
    checkGuard: guard => passesGuard(context, guard, { lineage }),
    translate,
  })
}
