import type { NowPayload, NowSlot, Slot } from '../../answers/schedule.js'
import type { Summary } from '../../answers/summary.js'
import type { Condition, SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { isForEverybody } from '../../event/layout.js'
import { formatInstant, type Instant } from '../../foundation/instants.js'
import { DomainError, message } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import { stateOf } from '../../workflow/definition.js'
import { slotStateWorkflow } from '../../workflow/slotState.js'
import { ownSummaries } from '../present/summaries.js'
import { scanFew } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { activeOnly, principalsOf, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { findSlots } from './scheduleAndSponsors.js'

const [minute, hour] = [60_000, 3_600_000]

/**
 * The numbers of hours before and after the current time within which slots are listed. They are limited so that the
 * payload remains small for long schedules.
 */
const [hoursBack, hoursAhead] = [24, 24]

interface TimedSlot {
  readonly slot: NowSlot
  readonly rooms: readonly string[]
  readonly start: Instant
  readonly end: Instant
}

/** `GET {event}/@@now` returns the current slots and the next slot in each room (docs/schedule.md, Now and next). */
export const getNow: Operation<{ readonly room: string | undefined }, NowPayload> = {
  permission: permission.view,
  exists: ({ lineage }) => isEventRootItself(lineage),
  async run(context, { room }) {
    const { node, now } = context
    const principals = principalsOf(context)
    const all = await scanFew(context, eventQuery(['Room'], node, { principals }))
    const rooms = all.filter(({ uid }) => room === undefined || uid === room)
    if (room !== undefined && rooms.length === 0)
      throw new DomainError('not-found', message('event.no-room', { room: room.slice(0, 100) }))
    const slots = await slotsAround(context)
    const titled = rooms.map(({ uid, columns }) => ({ token: uid, title: String(columns.title ?? '') }))
    const items = (titled.length > 0 ? titled : [null]).map(each => ({
      room: each,
      ...nowAndNext(
        slots.filter(slot => slot.rooms.length === 0 || slot.rooms.includes(each?.token ?? '')),
        now,
      ),
    }))
    return { answer: { '@id': `${urlOfContext(context)}/@@now`, time: formatInstant(now), items } }
  },
}

async function slotsAround(context: RequestContext): Promise<readonly TimedSlot[]> {
  const { node, now } = context
  const near: Condition = { kind: 'range', index: 'start', min: now - hoursBack * hour, max: now + hoursAhead * hour }
  const where = [...activeOnly(context), near]
  const hits = await findSlots(context, node, { principals: principalsOf(context), where })
  const summaries = await ownSummaries(context, hits, [])
  return hits.flatMap((hit, i) => timedSlot(context, hit, summaries[i])).toSorted((a, b) => a.start - b.start)
}

function timedSlot({ translate }: RequestContext, hit: SearchHit, summary: Summary | undefined): readonly TimedSlot[] {
  const { start, end } = hit.columns
  if (!summary || typeof start !== 'number') return []
  const state = slotStateOf(summary)
  const delay = state === 'late' ? (summary.delay ?? 0) : 0
  const slot: NowSlot = {
    ...{ '@id': summary['@id'], '@type': summary['@type'], UID: hit.uid, title: summary.title },
    ...{ start: formatInstant(start), end: typeof end === 'number' ? formatInstant(end) : null, delay, state },
    state_title: state === null ? null : translate(stateOf(slotStateWorkflow, state)?.title ?? state),
    presenters: (summary.presenters ?? []).map(({ title }) => title),
    room: summary.room ?? [],
  }
  const rooms = isForEverybody(hit.type) ? [] : slot.room.map(({ token }) => token)
  const late = delay * minute
  return [{ slot, rooms, start: start + late, end: (typeof end === 'number' ? end : start) + late }]
}

function slotStateOf({ workflow_states: states = [] }: Partial<Pick<Slot, 'workflow_states'>>): string | null {
  const prefix = `${slotStateWorkflow.id}|`
  const state = (states ?? []).find(each => each.startsWith(prefix))
  return state === undefined ? null : state.slice(prefix.length)
}

function nowAndNext(slots: readonly TimedSlot[], now: Instant) {
  const open = slots.filter(({ slot }) => slot.state !== 'finished')
  const current = open.filter(({ start, end }) => start <= now && now < end)
  return { now: current.map(({ slot }) => slot), next: open.find(({ start }) => start > now)?.slot ?? null }
}
