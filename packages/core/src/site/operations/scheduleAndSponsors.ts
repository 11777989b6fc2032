import { typesWith } from '../../content/model/model.js'
import type { ContentNode } from '../../content/node/node.js'
import type { CatalogQuery, SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself, zoneOf } from '../../event/eventRoot.js'
import { scheduleStates } from '../../event/eventSettings.js'
import { releasedValues, withValues } from '../../event/releases.js'
import { schedulePayload } from '../../event/schedule.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { isShownSlot, slotQuery } from '../../event/slotQuery.js'
import { sponsorsPayload } from '../../event/sponsors.js'
import { inSteps } from '../../foundation/scheduler.js'
import { mapInSteps } from '../../foundation/steps.js'
import { permission } from '../../security/permissions.js'
import { chainOf, reviewState, workflowStates } from '../../workflow/chain.js'
import { cachedPayload } from '../present/cachedPayload.js'
import { findRelease, working } from '../present/findRelease.js'
import { ownSummaries, summaries } from '../present/summaries.js'
import { readNodes, scanAll, scanFew } from '../run/openEach.js'
import {
  activeOnly,
  principalsOf,
  type RequestContext,
  requirePermission,
  urlOfContext,
} from '../run/requestContext.js'

const requirements = {
  permission: permission.view,
  exists: ({ lineage }: RequestContext) => isEventRootItself(lineage),
}

/** `GET {event}/@schedule` returns the slots of an event (docs/schedule.md, Slots). */
export const getSchedule = cachedPayload(
  'plenum/event.schedule',
  requirements,
  async (context, { metadata, release }) => {
    const { environment, node, task, translate } = context
    const principals = principalsOf(context)
    const slots = await slotsOfSchedule(context, release)
    const rooms = await scanFew(context, eventQuery(['Room'], node, { principals }))
    const summaries = await ownSummaries(context, slots, metadata)
    const titleOf = (type: string) => translate(environment.registry.type(type).title)
    const payload = await inSteps(schedulePayload({ slots, summaries, rooms, zone: zoneOf(node), titleOf }), task)
    return { payload, objects: slots.length }
  },
)

/**
 * Returns the slots of a release or of the unreleased schedule. By default, visitors get the latest release, and
 * editors get the unreleased schedule. Throws a DomainError `not-found` if the release does not exist, and a
 * DomainError `unauthorized` if the caller may not view the unreleased schedule (docs/schedule.md, Releases).
 */
async function slotsOfSchedule(context: RequestContext, release: string | undefined): Promise<readonly SearchHit[]> {
  const { node: event, environment } = context
  const access = { principals: principalsOf(context), where: activeOnly(context) }
  if (release === undefined || release === working) {
    if (release === working) requirePermission(context, permission.modify)
    return findSlots(context, event, access)
  }
  const { number } = findRelease(context, release)
  const types = typesWith(environment.registry, scheduleBehavior)
  const hits = new Map((await scanAll(context, eventQuery(types, event, access))).map(hit => [hit.uid, hit]))
  const states = scheduleStates(event)
  const released = mapInSteps(await readNodes(context, [...hits.keys()]), node => {
    const hit = hits.get(node.uid)
    const values = releasedValues(node, event, number)
    return hit && values ? hitInRelease(context, { hit, slot: withValues(node, values) }) : []
  })
  return (await inSteps(released, context.task))
    .flat()
    .filter(({ columns }) => typeof columns.start === 'number' && states.includes(String(columns.review_state)))
}

interface SlotInRelease {
  readonly hit: SearchHit
  readonly slot: ContentNode
}

function hitInRelease({ environment }: RequestContext, { hit, slot }: SlotInRelease): SearchHit {
  const { title = '', start = null, end = null, room = null, session_track = null, presenters = null } = slot.fields
  const chain = chainOf(slot, environment.registry.type(slot.type), environment.workflows)
  const states = { review_state: reviewState(slot, chain), workflow_states: workflowStates(slot, chain) }
  return { ...hit, columns: { ...hit.columns, title, start, end, room, session_track, presenters, ...states } }
}

/** Returns the slots that the principals may view and whose states the schedule shows (docs/schedule.md, Slots). */
export async function findSlots(
  context: RequestContext,
  event: ContentNode,
  access: Pick<CatalogQuery, 'principals' | 'where'>,
): Promise<readonly SearchHit[]> {
  const types = typesWith(context.environment.registry, scheduleBehavior)
  const hits = await scanAll(context, slotQuery(event, { types, ...access }))
  return hits.filter(isShownSlot(event))
}

const sponsorsRequirements = { permission: null, exists: ({ lineage }: RequestContext) => isEventRootItself(lineage) }

/**
 * `GET {event}/@sponsors` returns the sponsors of an event (docs/schedule.md, Sponsors). The operation is public, and
 * its result is filtered for the caller.
 */
export const getSponsors = cachedPayload(
  'plenum/event.sponsors',
  sponsorsRequirements,
  async (context, { metadata }) => {
    const access = { principals: principalsOf(context), where: activeOnly(context) }
    const entries = await scanFew(context, eventQuery(['SponsorsDB', 'SponsorLevel', 'Sponsor'], context.node, access))
    const presented = await summaries(context, entries, metadata)
    const byUid = new Map(entries.map(({ uid }, i) => [uid, presented[i]]))
    const payload = sponsorsPayload({
      base: context.base,
      endpoint: `${urlOfContext(context)}/@sponsors`,
      entries,
      summaryOf: ({ uid }) => byUid.get(uid),
    })
    return { payload, objects: entries.length }
  },
)
