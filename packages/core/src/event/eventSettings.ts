import type { EventFields } from '../answers/eventFields.js'
import type { Field } from '../content/fields/field.js'
import type { Behavior } from '../content/model/model.js'
import { endsAfterStart } from '../content/model/stockBehaviors.js'
import type { ContentNode } from '../content/node/node.js'
import { isJsonObject, type JsonObject } from '../foundation/json.js'
import { type Message, message } from '../foundation/messages.js'
import { wallClockIn } from '../foundation/wallClock.js'
import { isEventRootItself, zoneOf } from './eventRoot.js'
import { importSourceField } from './importKey.js'
import { mailOption } from './presenterChanges.js'
import { releaseOption, releasesField } from './releases.js'
import { removedSessionsField } from './removedSessions.js'

const dayLength = 86_400_000
const maxEventLength = 3660 * dayLength

const named: readonly Field[] = [{ kind: 'line', name: 'title', title: 'Title', required: true }]
const color: Field = { kind: 'color', name: 'color', title: 'Color', default: '#000000' }
const durationHelp =
  'The lengths that editors can select. The programme desk uses the length when you schedule a session.'
const duration: Field = { kind: 'integer', name: 'duration', title: 'Minutes', default: 60, min: 0, max: 10_080 }

const rows = (name: string, title: string, description: string, ...more: readonly Field[]): Field => ({
  kind: 'rows',
  name,
  title,
  description,
  default: [],
  rowIds: 'required',
  columns: [...named, ...more, color],
})

function isTooLong({ start, end }: Readonly<Record<string, unknown>>): Message | null {
  const tooLong = typeof start === 'number' && typeof end === 'number' && end - start > maxEventLength
  return tooLong ? message('event.too-long', { days: maxEventLength / dayLength }) : null
}

/**
 * The behavior with the dates, time zone, tracks, levels and durations of an event (docs/schedule.md, Event settings).
 */
export const eventSettings: Behavior = {
  name: 'collective.techevent.event_settings',
  fieldset: { id: 'event', title: 'Event' },
  fields: [
    { kind: 'instant', name: 'start', title: 'Start of the event' },
    { kind: 'instant', name: 'end', title: 'End of the event' },
    { kind: 'zone', name: 'timezone', title: 'Time zone', default: 'UTC', initialFrom: 'timezone' },
    rows(
      'tracks',
      'Tracks',
      'Topics of sessions, each with its own color. Sessions refer to a topic by its short name, such as soil.',
    ),
    rows(
      'levels',
      'Levels',
      'The knowledge that sessions require, such as Beginner. Sessions refer to a level by its short name.',
    ),
    rows(
      'audience',
      'Audience',
      'The groups that sessions address, such as Developers. Sessions refer to a group by its short name.',
    ),
    rows('durations_keynote', 'Durations of keynotes', durationHelp, duration),
    rows('durations_talk', 'Durations of talks', durationHelp, duration),
    rows('durations_training', 'Durations of trainings', durationHelp, duration),
    {
      kind: 'set',
      name: 'schedule_review_states',
      title: 'States shown in the schedule',
      description:
        'The schedule always shows published sessions. It also shows sessions in the states that you select here.',
      vocabulary: 'plone.app.vocabularies.WorkflowStates',
      default: [],
    },
    {
      kind: 'boolean',
      name: releaseOption,
      title: 'Show releases of the schedule',
      description:
        'Visitors see the latest release of the schedule. They see later changes only after the next release.',
      default: false,
    },
    {
      kind: 'boolean',
      name: mailOption,
      title: 'Send emails to presenters',
      description: 'After each release, presenters get an email about the changes to their sessions.',
      default: false,
    },
    importSourceField,
    { kind: 'json', name: releasesField, title: 'Releases of the schedule', hidden: true },
    removedSessionsField,
  ],
  invariants: [
    endsAfterStart('start', 'end', 'dates.end-before-start'),
    { fields: ['start', 'end'], problem: isTooLong },
  ],
  isActive: isEventRootItself,
  payload: async ({ lineage }): Promise<Pick<EventFields, 'days'>> => ({ days: daysOf(lineage.at(-1)) }),
}

/**
 * Returns all dates from the start to the end of an event in the event's time zone. Returns an empty list if the start
 * or the end is missing.
 */
export function daysOf(event: ContentNode | undefined): readonly string[] {
  const { start, end } = event?.fields ?? {}
  if (!event || typeof start !== 'number' || typeof end !== 'number') return []
  const wallClock = wallClockIn(zoneOf(event))
  const days = new Set<string>()
  // A step of 24 hours could skip a day of 23 hours, on which clocks are set forward, so each step is half a day.
  for (let time = start; time < end; time += dayLength / 2) days.add(wallClock(time).day)
  return [...days.add(wallClock(end).day)]
}

/** Returns the rows of a list in the event settings, such as `tracks`. */
export function rowsOf(event: ContentNode | undefined, name: string): readonly EventRow[] {
  const value = event?.fields[name]
  return Array.isArray(value) ? (value.filter(isJsonObject) as readonly EventRow[]) : []
}

export type EventRow = JsonObject & { readonly id?: string; readonly title?: string }

/** Returns the review states in which the schedule shows a slot: `published` and the states in the event settings. */
export function scheduleStates(event: ContentNode): readonly string[] {
  const states = event.fields.schedule_review_states
  return ['published', ...(Array.isArray(states) ? states.map(String) : [])]
}
