import type { Summary } from '../../answers/summary.js'
import { objectOf } from '../../content/node/node.js'
import { formatQualifiedState } from '../../content/node/qualifiedState.js'
import type { Condition, SearchHit } from '../../content/store/catalog.js'
import { permission } from '../../security/permissions.js'
import type { WorkflowDefinition, Worklist } from '../../workflow/definition.js'
import { summaries } from '../present/summaries.js'
import { passesGuard } from '../run/guard.js'
import { openEach, scanMany } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'

/** The objects in a worklist that await the caller's action. */
export interface PendingWorklist {
  readonly workflow: string
  readonly id: string
  readonly title: string
  /** Summaries, least recently modified first. */
  readonly items: readonly Summary[]
}

/** The non-empty worklists of the caller at or below an object. For services that embed core. */
export const listWorklists: Operation<undefined, readonly PendingWorklist[]> = {
  permission: permission.view,
  async run(context) {
    const answer: PendingWorklist[] = []
    for (const definition of context.environment.workflows.definitions.values()) {
      for (const worklist of definition.worklists ?? []) {
        const pending = await pendingEntries(context, definition, worklist)
        if (pending.length === 0) continue
        const { id, title } = worklist
        const items = await summaries(context, pending)
        answer.push({ workflow: definition.id, id, title: context.translate(title), items })
      }
    }
    return { answer }
  },
}

/** Maximum length of a list; a longer one is cut to the objects that have waited longest. */
const maxPending = 1000

async function pendingEntries(
  context: RequestContext,
  definition: WorkflowDefinition,
  { states, guard = {} }: Worklist,
): Promise<readonly SearchHit[]> {
  const values = states.map(state => formatQualifiedState({ workflow: definition.id, state }))
  const where: readonly Condition[] = [
    { kind: 'any', index: 'workflow_states', values },
    { kind: 'below', path: context.node.path, depth: null },
  ]
  const sort = [{ by: 'modified', descending: false }]
  const { chunks } = await scanMany(context, { principals: principalsOf(context), where, sort })
  const pending: SearchHit[] = []
  for await (const entries of chunks) {
    for (const [entry, lineage] of await openEach(context, entries)) {
      const isInChain = chainIn(context, objectOf(lineage)).includes(definition)
      if (isInChain && passesGuard(context, guard, { lineage })) pending.push(entry)
      if (pending.length === maxPending) return pending
    }
  }
  return pending
}
