import type { Field, Invariant } from '../content/fields/field.js'
import type { Behavior, Indexer } from '../content/model/model.js'
import { endsAfterStart } from '../content/model/stockBehaviors.js'
import type { FieldValues, Lineage } from '../content/node/node.js'
import { occurrences } from '../content/recurrence/occurrences.js'
import { readRecurrence } from '../content/recurrence/readRecurrence.js'
import { type Instant, withinYears } from '../foundation/instants.js'
import { localTimeIn } from '../foundation/wallClock.js'
import { zoneAt } from './eventRoot.js'

const hour = 3_600_000
const day = 24 * hour
const fullHour = (now: Instant): Instant => Math.floor(now / hour) * hour

const line = (name: string, title: string): Field => ({ kind: 'line', name, title, emptyIsNull: true })

const validRecurrence: Invariant = {
  fields: ['recurrence'],
  problem: ({ recurrence }) => {
    if (typeof recurrence !== 'string' || recurrence.trim() === '') return null
    const read = readRecurrence(recurrence)
    return 'problem' in read ? read.problem : null
  },
}

/**
 * Computes the start and end of an event. Whole-day events last from 00:00:00 to 23:59:59, and events with an open end
 * last until 23:59:59 of their first day (docs/content-and-access.md, Recurring events, rule 5).
 */
function wholeDays(lineage: Lineage): FieldValues {
  const { start, end, whole_day, open_end } = lineage.at(-1)?.fields ?? {}
  if ((whole_day !== true && open_end !== true) || typeof start !== 'number' || typeof end !== 'number') return {}
  const { toLocal, toInstant } = localTimeIn(zoneAt(lineage))
  const beginOfDay = (instant: Instant): number => Math.floor(toLocal(instant) / day) * day
  const endOfDay = (instant: Instant): Instant => withinYears(toInstant(beginOfDay(instant) + day - 1000))
  return {
    start: whole_day === true ? withinYears(toInstant(beginOfDay(start))) : start,
    end: endOfDay(open_end === true ? start : end),
  }
}

export const recurringFromField = 'recurring_from'

/** The index that marks events whose catalog entries depend on the time zone or on `recurringFromField`. */
export const recurringIndex = 'is_recurring'

function indexOccurrences(lineage: Lineage): ReturnType<Indexer> {
  const node = lineage.at(-1)
  const { start, end, recurrence, whole_day, open_end } = { ...node?.fields, ...wholeDays(lineage) }
  const isRecurring = typeof recurrence === 'string' && recurrence.trim() !== ''
  if (!isRecurring) return whole_day === true || open_end === true ? { indexes: { [recurringIndex]: true } } : {}
  const read = readRecurrence(recurrence)
  if ('problem' in read || !node || typeof start !== 'number' || typeof end !== 'number') return {}
  const localTime = localTimeIn(zoneAt(lineage))
  const around = Math.max(start, node.modified, Number(lineage[0]?.fields[recurringFromField] ?? 0))
  const starts = occurrences({ start, recurrence: read.recurrence, localTime, around })
  const duration = localTime.toLocal(end) - localTime.toLocal(start)
  const ends = starts.map(each => localTime.toInstant(localTime.toLocal(each) + duration))
  return { indexes: { start: starts, end: ends, [recurringIndex]: true } }
}

export const eventBehavior: Behavior = {
  name: 'plone.eventbasic',
  fields: [
    { kind: 'instant', name: 'start', title: 'Event starts', required: true, default: fullHour },
    { kind: 'instant', name: 'end', title: 'Event ends', required: true, default: now => fullHour(now) + hour },
    { kind: 'boolean', name: 'whole_day', title: 'Whole day', default: false },
    { kind: 'boolean', name: 'open_end', title: 'Open end', default: false },
    { ...line('location', 'Location'), searchable: true },
    { kind: 'list', name: 'attendees', title: 'Attendees', default: [] },
    line('contact_name', 'Contact name'),
    { kind: 'email', name: 'contact_email', title: 'Contact e-mail' },
    line('contact_phone', 'Contact phone'),
    { kind: 'uri', name: 'event_url', title: 'Website' },
    { kind: 'text', name: 'recurrence', title: 'Recurrence' },
    line('sync_uid', 'Sync UID'),
  ],
  invariants: [endsAfterStart('start', 'end', 'dates.end-before-start'), validRecurrence],
  computed: wholeDays,
  indexer: indexOccurrences,
}
