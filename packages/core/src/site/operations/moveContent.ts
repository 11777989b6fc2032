import { catalogEntry } from '../../content/catalogEntry.js'
import type { ContentNode, WorkflowRecord } from '../../content/node.js'
import { hasBehavior } from '../../content/registry.js'
import { publication } from '../../content/stockBehaviors.js'
import { DomainError } from '../../foundation/domainError.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { rolesOf } from '../../security/permissions.js'
import { permission } from '../../security/stockPermissions.js'
import { chainOf, currentState } from '../../workflow/chain.js'
import { type Guard, stateOf, type WorkflowDefinition } from '../../workflow/definition.js'
import { decideMove, type Moved } from '../../workflow/move.js'
import type { Operation } from '../operation.js'
import { readBody } from '../readBody.js'
import { entriesBelow } from '../reindex.js'
import { may, type Visit } from '../visit.js'

export interface MoveContentInput {
  /** Null when the request names none. */
  readonly transition: string | null
  readonly body: JsonObject
}

/** `POST {path}/@workflow/{transition}` (specification 4.2; workflow sheet, section 3). Guards decide who may. */
export const moveContent: Operation<MoveContentInput, JsonObject> = {
  permission: permission.view,
  async run(visit, { transition, body }) {
    if (transition === null) throw new DomainError('transition-missing', message('workflow.transition-missing'))
    const chain = chainOf(visit.node, visit.type, visit.environment.workflows)
    const comments = typeof body.comment === 'string' ? body.comment.slice(0, longestComment) : ''
    const request = {
      transition,
      actor: userIdOf(visit.caller),
      comments,
      time: visit.now,
      passes: (guard: Guard) => passes(visit, guard),
    }
    const decision = decideMove(visit.node, chain, request)
    if (decision.kind === 'refused')
      throw new DomainError('workflow-refused', message('workflow.refused', { transition: transition.slice(0, 100) }))
    const records = [
      ...(await visit.reader.records(visit.node.uid)),
      ...(decision.kind === 'moved' ? decision.records : []),
    ]
    const [primary] = chain
    if (decision.kind === 'already-there') return { answer: lastRecord(visit, visit.node, { primary, records }) }
    const node = await dated(visit, decision, { primary, body })
    const lineage = [...visit.lineage.slice(0, -1), node]
    const updates = [{ node, entry: catalogEntry(lineage, visit.environment), records: decision.records }]
    return {
      answer: lastRecord(visit, node, { primary, records }),
      change: { updates, entries: await entriesBelow(visit, node.path, lineage) },
    }
  },
}

const longestComment = 10_000

function passes(visit: Visit, guard: Guard): boolean {
  const { permissions, roles, groups } = guard
  const { caller, lineage } = visit
  if (permissions && !permissions.some(name => may(visit, name))) return false
  if (roles && !roles.some(role => rolesOf(caller, lineage).has(role))) return false
  return !groups || (caller.kind === 'member' && groups.some(group => caller.groups.includes(group)))
}

interface Dating {
  readonly primary: WorkflowDefinition | undefined
  readonly body: JsonObject
}

/** The dates that come with a move, and the date of publication on the first move of the primary workflow. */
async function dated(visit: Visit, { node, records }: Moved, { primary, body }: Dating): Promise<ContentNode> {
  // Dates are read whatever the type, so that a wrong one is refused; where a type has none they mean nothing.
  const datable = { ...visit.type, allFields: publication.fields ?? [], allBehaviors: [publication] }
  const sent = Object.fromEntries(
    ['effective', 'expires'].filter(name => Object.hasOwn(body, name)).map(name => [name, body[name] ?? null]),
  )
  const read = await readBody(visit, { type: datable, sent, stored: visit.node, lineage: visit.lineage })
  const values = hasBehavior(visit.type, publication.name) ? read.values : visit.node.fields
  const isPrimary = records.some(({ workflow }) => workflow === primary?.id)
  const effective = values.effective ?? (isPrimary ? visit.now : null)
  const isDated = ['effective', 'expires'].some(name => (values[name] ?? null) !== (visit.node.fields[name] ?? null))
  return { ...node, fields: { ...values, effective }, modified: isDated ? visit.now : node.modified }
}

interface Recorded {
  readonly primary: WorkflowDefinition | undefined
  readonly records: readonly WorkflowRecord[]
}

/** The primary workflow's last record, or its state where it has recorded nothing. */
function lastRecord(visit: Visit, node: ContentNode, { primary, records }: Recorded): JsonObject {
  if (!primary)
    return { action: null, actor: '', comments: '', review_state: '', time: formatInstant(visit.now), title: '' }
  const last = records.findLast(({ workflow }) => workflow === primary.id)
  const state = last?.state ?? currentState(node, primary)
  return {
    action: last?.action ?? null,
    actor: last?.actor ?? '',
    comments: last?.comments ?? '',
    [primary.stateVariable]: state,
    time: formatInstant(last?.time ?? visit.now),
    title: visit.translate(stateOf(primary, state)?.title ?? state),
  }
}
