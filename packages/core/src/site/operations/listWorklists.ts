import type { Summary } from '../../answers/summary.js'
import { objectOf } from '../../content/node/lineage.js'
import { formatQualifiedState } from '../../content/node/qualifiedState.js'
import type { FoundEntry } from '../../content/store/catalog.js'
import type { Condition } from '../../content/store/catalogQuery.js'
import { permission } from '../../security/stockPermissions.js'
import type { WorkflowDefinition, Worklist } from '../../workflow/definition.js'
import { chainIn } from '../move/decideMoveAt.js'
import { summaries } from '../present/summaries.js'
import { passesGuard } from '../run/guard.js'
import { openEach } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { scanMany } from '../run/scanMany.js'
import { principalsOf, type Visit } from '../run/visit.js'

/** The objects in a worklist that await the caller's action. */
export interface WaitingWork {
  readonly workflow: string
  readonly id: string
  readonly title: string
  /** Summaries, least recently modified first. */
  readonly items: readonly Summary[]
}

/** The non-empty worklists of the caller at or below an object. For services that embed core. */
export const listWorklists: Operation<undefined, readonly WaitingWork[]> = {
  permission: permission.view,
  async run(visit) {
    const answer: WaitingWork[] = []
    for (const definition of visit.environment.workflows.definitions.values()) {
      for (const worklist of definition.worklists ?? []) {
        const waiting = await waitingFor(visit, definition, worklist)
        if (waiting.length === 0) continue
        const { id, title } = worklist
        const items = await summaries(visit, waiting)
        answer.push({ workflow: definition.id, id, title: visit.translate(title), items })
      }
    }
    return { answer }
  },
}

/** Maximum length of a list; a longer one is cut to the objects that have waited longest. */
const maxWaiting = 1000

async function waitingFor(
  visit: Visit,
  definition: WorkflowDefinition,
  { states, guard = {} }: Worklist,
): Promise<readonly FoundEntry[]> {
  const values = states.map(state => formatQualifiedState({ workflow: definition.id, state }))
  const where: readonly Condition[] = [
    { kind: 'any', index: 'workflow_states', values },
    { kind: 'below', path: visit.node.path, depth: null },
  ]
  const sort = [{ by: 'modified', descending: false }]
  const { stretches } = await scanMany(visit, { principals: principalsOf(visit), where, sort })
  const waiting: FoundEntry[] = []
  for await (const entries of stretches) {
    for (const [entry, lineage] of await openEach(visit, entries)) {
      const isIn = chainIn(visit, objectOf(lineage)).includes(definition)
      if (isIn && passesGuard(visit, guard, { lineage })) waiting.push(entry)
      if (waiting.length === maxWaiting) return waiting
    }
  }
  return waiting
}
