import { eventRootOf, zoneOf } from '../../event/eventRoot.js'
import { daysOf } from '../../event/eventSettings.js'
import { localSpanOf, startOfDay } from '../../event/slotTime.js'
import type { Instant } from '../../foundation/instants.js'
import { localTimeIn } from '../../foundation/wallClock.js'
import type { RequestContext } from '../run/requestContext.js'
import { searchDeskSlots, startsIn, visibleTo } from './deskSlots.js'

/** The maximum number of days that users can select on the programme desk. */
const maxDays = 31
const dayMs = 86_400_000

export interface DeskDays {
  readonly days: readonly string[]
  readonly day: string | null
  /** The time span from the first to the last day of the event, or null if the event has no dates. */
  readonly event: { readonly from: Instant; readonly until: Instant } | null
}

/**
 * Returns the days that can be selected, and the selected day: the requested day or, by default, the current day if it
 * can be selected, and otherwise the first day. A requested day outside the event is added to the days. Throws a
 * DomainError `bad-request` if the requested day is not a date.
 */
export async function deskDays(context: RequestContext, requested: string | undefined): Promise<DeskDays> {
  const { node, lineage, now } = context
  const zone = zoneOf(node)
  if (requested !== undefined) startOfDay(requested, zone)
  const own = daysOf(eventRootOf(lineage))
  const all = own.length > 0 ? own : await daysWithSlots(context, zone)
  const today = localSpanOf(zone, { start: now }).day
  const day = requested ?? (all.includes(today) ? today : (all[0] ?? null))
  const days = day === null || all.includes(day) ? all : [...all, day].sort()
  const [first, last] = [own[0], own.at(-1)]
  const event = first && last ? { from: startOfDay(first, zone), until: endOfDay(last, zone) } : null
  return { days: around(days, day), day, event }
}

export const endOfDay = (day: string, zone: string): Instant =>
  localTimeIn(zone).toInstant(localTimeIn(zone).toLocal(startOfDay(day, zone)) + dayMs)

function around(days: readonly string[], day: string | null): readonly string[] {
  const start = Math.max(0, Math.min(days.indexOf(day ?? '') - Math.floor(maxDays / 2), days.length - maxDays))
  return days.slice(start, start + maxDays)
}

/** For an event without dates, returns the first days with slots that the caller may view. */
async function daysWithSlots(context: RequestContext, zone: string): Promise<readonly string[]> {
  const days: string[] = []
  let from: Instant | null = null
  while (days.length < maxDays) {
    const { principals, where } = visibleTo(context)
    const sort = [{ by: 'start', descending: false }]
    const query = { principals, where: [...where, startsIn(context.node, from, null)], sort, size: 1 }
    const [next] = (await searchDeskSlots(context, query)).items
    if (typeof next?.columns.start !== 'number') break
    const { day } = localSpanOf(zone, { start: Math.max(next.columns.start, from ?? next.columns.start) })
    days.push(day)
    from = endOfDay(day, zone)
  }
  return days
}
