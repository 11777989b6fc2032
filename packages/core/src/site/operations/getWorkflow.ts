import type { WorkflowPayload } from '../../answers/workflow.js'
import { permission } from '../../security/stockPermissions.js'
import { workflowStatus } from '../present/components/workflowStatus.js'
import type { Operation } from '../run/operation.js'

/** `GET {path}/@workflow` (docs/workflow-and-history.md, Workflow payload). */
export const getWorkflow: Operation<undefined, WorkflowPayload> = {
  permission: permission.view,
  dependsOn: async () => ({ parts: [] }),
  run: async context => ({ answer: await workflowStatus(context, context.lineage) }),
}
