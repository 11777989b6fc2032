import type { PendingWorklist, WorklistsPayload } from '../../answers/workflow.js'
import { objectOf } from '../../content/node/node.js'
import { formatQualifiedState } from '../../content/node/qualifiedState.js'
import type { Condition, SearchHit } from '../../content/store/catalog.js'
import { badRequest } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import { availableTransitions } from '../../workflow/available.js'
import type { Guard, WorkflowDefinition, Worklist } from '../../workflow/definition.js'
import { batchLinks } from '../present/batching.js'
import { summaries } from '../present/summaries.js'
import { passesGuard } from '../run/guard.js'
import { openEach, scanMany } from '../run/openEach.js'
import type { Batch, Operation } from '../run/operation.js'
import { principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'

export interface WorklistsInput {
  /** The range of objects in each list. */
  readonly batch: Batch
  /** The list to return, as `<workflow id>|<worklist id>`; all lists if it is omitted. */
  readonly worklist?: string | undefined
}

/** `GET {path}/@worklists`: the objects that wait for the caller, at or below the addressed object. */
export const listWorklists: Operation<WorklistsInput, WorklistsPayload> = {
  permission: permission.view,
  exclusiveSlice: true,
  dependsOn: async (_, { batch, worklist = null }) => ({ parts: [batch.start, batch.size, worklist] }),
  async run(context, { batch, worklist }) {
    const items: PendingWorklist[] = []
    for (const list of requestedLists(context, worklist)) {
      const pending = await pendingEntries(context, list)
      if (pending.length > 0) items.push(await presentList(context, list, { pending, batch }))
    }
    return { answer: { '@id': `${urlOfContext(context)}/@worklists`, items } }
  },
}

interface WorkflowList {
  readonly definition: WorkflowDefinition
  readonly worklist: Worklist
}

const nameOf = ({ definition, worklist }: WorkflowList): string => `${definition.id}|${worklist.id}`

function requestedLists({ environment }: RequestContext, name: string | undefined): readonly WorkflowList[] {
  const definitions = [...environment.workflows.definitions.values()]
  const lists = definitions.flatMap(definition =>
    (definition.worklists ?? []).map(worklist => ({ definition, worklist })),
  )
  const requested = name === undefined ? lists : lists.filter(list => nameOf(list) === name)
  if (requested.length > 0 || name === undefined) return requested
  throw badRequest('worklist.unknown', { name: name.slice(0, 100), known: lists.map(nameOf).join(', ') })
}

/** The maximum number of objects in a list, which contains those that have waited longest. */
const maxPending = 1000

async function presentList(
  context: RequestContext,
  list: WorkflowList,
  { pending, batch }: { readonly pending: readonly SearchHit[]; readonly batch: Batch },
): Promise<PendingWorklist> {
  const { definition, worklist } = list
  const url = `${urlOfContext(context)}/@worklists`
  const query = `worklist=${encodeURIComponent(nameOf(list))}`
  const total = Math.min(pending.length, maxPending)
  const links = batchLinks(url, `${query}&b_size=${batch.size}`, batch, total)
  const page = pending.slice(batch.start, Math.min(batch.start + batch.size, maxPending))
  return {
    '@id': `${url}?${query}`,
    workflow: definition.id,
    id: worklist.id,
    title: context.translate(worklist.title),
    more: pending.length > maxPending,
    items: await summaries(context, page),
    items_total: total,
    ...(links ? { batching: links } : {}),
  }
}

/** The objects in a list, at most one more than the maximum. The additional object means that the list is longer. */
async function pendingEntries(
  context: RequestContext,
  { definition, worklist: { states, guard = {} } }: WorkflowList,
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
      const node = objectOf(lineage)
      const passes = (one: Guard) => passesGuard(context, one, { lineage })
      const canMove = () => availableTransitions(node, definition, passes).length > 0
      if (chainIn(context, node).includes(definition) && passes(guard) && canMove()) pending.push(entry)
      if (pending.length > maxPending) return pending
    }
  }
  return pending
}
