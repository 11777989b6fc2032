import type { PreviewedObject, PreviewedRefusal, TransitionPreview } from '../../answers/workflow.js'
import { type ContentNode, type Lineage, objectOf, withObject } from '../../content/node/node.js'
import { type JsonObject, sameJson } from '../../foundation/json.js'
import { DomainError, type Message, message } from '../../foundation/messages.js'
import { urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { workflowStates } from '../../workflow/chain.js'
import { presentRecord } from '../../workflow/presentWorkflow.js'
import type { Operation } from '../run/operation.js'
import { hasPermissionAt, type RequestContext, urlOfContext } from '../run/requestContext.js'
import {
  attemptTransitionAt,
  chainIn,
  type RequestedTransition,
  type TransitionWithEffects,
} from '../transition/attemptTransitionAt.js'
import { blockersOfRefusal } from '../transition/blockers.js'
import { judgeConflicts } from '../transition/judgeConflicts.js'
import { transitionSubtree } from '../transition/transitionSubtree.js'
import { requestedTransitions } from './transitionContent.js'

export interface PreviewTransitionInput {
  readonly transition: string | null
  /** The request body, in the same format as for `transitionContent`. */
  readonly body: JsonObject
}

/** The maximum number of objects in each list of the report. Further objects are only counted. */
const maxListed = 1000

/**
 * `POST {path}/@workflow/{transition}?dry_run=1` reports the effects of a transition without writing
 * (docs/workflow-and-history.md, Dry run).
 */
export const previewTransition: Operation<PreviewTransitionInput, TransitionPreview> = {
  permission: permission.view,
  exclusiveSlice: true,
  async run(context, input) {
    const [requested = { transition: '' }] = requestedTransitions(context, input)
    const preview: Preview = { objects: [], objectsTotal: 0, refusals: [], refusalsTotal: 0 }
    await judgeConflicts(context, context.lineage)
    const own = attempt(context, context.lineage, { requested, preview })
    if (input.body.include_children)
      await transitionSubtree(context, withObject(context.lineage, own?.node ?? context.node), inside =>
        attempt(context, inside, { requested, preview }),
      )
    const answer = {
      '@id': `${urlOfContext(context)}/@workflow/${requested.transition}`,
      would_succeed: preview.refusalsTotal === 0,
      objects: preview.objects,
      objects_total: preview.objectsTotal,
      refusals: preview.refusals,
      refusals_total: preview.refusalsTotal,
    }
    return { answer }
  },
}

interface Preview {
  readonly objects: PreviewedObject[]
  objectsTotal: number
  readonly refusals: PreviewedRefusal[]
  refusalsTotal: number
}

function attempt(
  context: RequestContext,
  lineage: Lineage,
  { requested, preview }: { requested: RequestedTransition; preview: Preview },
): TransitionWithEffects | undefined {
  const decision = decide(context, lineage, requested)
  if (decision.kind === 'moved') {
    preview.objectsTotal += 1
    if (preview.objects.length < maxListed && mayView(context, lineage))
      preview.objects.push(presentObject(context, objectOf(lineage), decision))
    return decision
  }
  const isOwn = objectOf(lineage) === context.node
  const isRefused =
    decision.kind === 'vetoed' || decision.kind === 'denied' || (isOwn && decision.kind === 'unavailable')
  if (!isRefused) return undefined
  preview.refusalsTotal += 1
  if (preview.refusals.length < maxListed)
    preview.refusals.push(presentRefusal(context, lineage, { requested, decision }))
  return undefined
}

type Decision = ReturnType<typeof attemptTransitionAt> | { readonly kind: 'vetoed'; readonly reason: Message }

function decide(context: RequestContext, lineage: Lineage, requested: RequestedTransition): Decision {
  try {
    return attemptTransitionAt(context, lineage, requested)
  } catch (error) {
    if (!(error instanceof DomainError) || !['workflow-refused', 'invalid-dates'].includes(error.code)) throw error
    return { kind: 'vetoed', reason: error.details.problems?.[0]?.message ?? error.reason }
  }
}

const mayView = (context: RequestContext, lineage: Lineage): boolean =>
  hasPermissionAt(context, permission.view, lineage)

function presentObject(context: RequestContext, before: ContentNode, outcome: TransitionWithEffects): PreviewedObject {
  const { node, records, clearBallots } = outcome
  const chain = chainIn(context, before)
  return {
    '@id': urlOf(context.base, before.path),
    title: String(before.fields.title ?? ''),
    workflow_states: { before: workflowStates(before, chain), after: workflowStates(node, chain) },
    records: records.flatMap(record => {
      const definition = chain.find(({ id }) => id === record.workflow)
      return definition ? [{ workflow: definition.id, ...presentRecord(record, definition) }] : []
    }),
    permissions: changedPermissions(before, node),
    deletes_votes: clearBallots.length > 0,
  }
}

function changedPermissions(before: ContentNode, after: ContentNode): PreviewedObject['permissions'] {
  const names = new Set([...Object.keys(before.permissions), ...Object.keys(after.permissions)])
  const rolesIn = ({ permissions }: ContentNode, name: string) => permissions[name]?.roles ?? null
  const changed = [...names].filter(name => !sameJson(rolesIn(before, name), rolesIn(after, name)))
  return Object.fromEntries(
    changed.sort().map(name => [name, { before: rolesIn(before, name), after: rolesIn(after, name) }]),
  )
}

function presentRefusal(
  context: RequestContext,
  lineage: Lineage,
  { requested, decision }: { readonly requested: RequestedTransition; readonly decision: Decision },
): PreviewedRefusal {
  const { translate } = context
  if (!mayView(context, lineage)) return { '@id': null, message: translate(message('workflow.hidden-refused')) }
  const url = urlOf(context.base, objectOf(lineage).path)
  if (decision.kind === 'vetoed') return { '@id': url, message: translate(decision.reason) }
  const { transition, comments = '' } = requested
  const blockers = blockersOfRefusal(
    { ...context, lineage, node: objectOf(lineage) },
    { transition, comments, lineage },
  )
  const reason = message('workflow.refused', { transition: transition.slice(0, 100) })
  return { '@id': url, message: translate(reason), ...(blockers ? { blockers } : {}) }
}
