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
  readonly batch: Batch
  /** The worklist to return, as `<workflow id>|<worklist id>`. Defaults to all worklists. */
  readonly worklist?: string | undefined
}

/** `GET {path}/@worklists` returns the objects at or below the requested object that await an action by the caller. */
export const listWorklists: Operation<WorklistsInput, WorklistsPayload> = {
  permission: permission.view,
  exclusiveSlice: true,
  dependsOn: async (_, { batch, worklist = null }) => ({ parts: [batch.start, batch.size, worklist] }),
  async run(context, { batch, worklist }) {
    const items: PendingWorklist[] = []
    for (const list of requestedLists(context, worklist)) {
      const pending = await pendingEntries(context, list)
      if (pending.hits.length > 0) items.push(await presentList(context, list, { pending, batch }))
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

/** The maximum number of objects in a worklist. The objects that have waited longest are listed. */
const maxPending = 1000
/**
 * The maximum number of objects that are examined for a worklist. It is greater than `maxPending`, because the guard
 * may refuse the caller for many objects.
 */
const maxExamined = 10_000

interface Pending {
  readonly hits: readonly SearchHit[]
  readonly more: boolean
}

async function presentList(
  context: RequestContext,
  list: WorkflowList,
  { pending: { hits, more }, batch }: { readonly pending: Pending; readonly batch: Batch },
): Promise<PendingWorklist> {
  const { definition, worklist } = list
  const url = `${urlOfContext(context)}/@worklists`
  const query = `worklist=${encodeURIComponent(nameOf(list))}`
  const total = hits.length
  const links = batchLinks(url, `${query}&b_size=${batch.size}`, batch, total)
  const page = hits.slice(batch.start, batch.start + batch.size)
  return {
    '@id': `${url}?${query}`,
    workflow: definition.id,
    id: worklist.id,
    title: context.translate(worklist.title),
    more,
    items: await summaries(context, page),
    items_total: total,
    ...(links ? { batching: links } : {}),
  }
}

async function pendingEntries(
  context: RequestContext,
  { definition, worklist: { states, guard = {} } }: WorkflowList,
): Promise<Pending> {
  const values = states.map(state => formatQualifiedState({ workflow: definition.id, state }))
  const where: readonly Condition[] = [
    { kind: 'any', index: 'workflow_states', values },
    { kind: 'below', path: context.node.path, depth: null },
  ]
  const sort = [{ by: 'modified', descending: false }]
  const { chunks } = await scanMany(context, { principals: principalsOf(context), where, sort })
  const hits: SearchHit[] = []
  let examined = 0
  for await (const entries of chunks) {
    for (const [entry, lineage] of await openEach(context, entries)) {
      const node = objectOf(lineage)
      const passes = (one: Guard) => passesGuard(context, one, { lineage })
      const canMove = () => availableTransitions(node, definition, passes).length > 0
      const isPending = chainIn(context, node).includes(definition) && passes(guard) && canMove()
      if (isPending && hits.length === maxPending) return { hits, more: true }
      if (isPending) hits.push(entry)
    }
    examined += entries.length
    if (examined >= maxExamined) return { hits, more: true }
  }
  return { hits, more: false }
}
