import {
  type AnswerOf,
  type InputOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OperationName,
  type PageParts,
  rootPath,
} from '@plenum/core'
import type { ContentPayload, SchedulePayload, Slot } from '@plenum/core/answers'

interface PartRequest<N extends OperationName> {
  readonly input: InputOf<N>
  /** The path of the object on which the operation runs. Defaults to the path of the page. */
  readonly path?: string
}

export type FetchPart = <N extends OperationName>(name: N, request: PartRequest<N>) => Promise<AnswerOf<N> | undefined>

const schedules: ReadonlySet<JsonValue | undefined> = new Set(['scheduleBlock'])
const sponsorTables: ReadonlySet<JsonValue | undefined> = new Set([
  'sponsorsShowcaseBlock',
  'levelComparisonBlock',
  'sponsorLevelBlock',
])
/** The maximum number of ancestors that are searched for the event, excluding the site root. */
const maxAncestors = 8

type EventParts = {
  readonly [Name in 'event' | 'schedule' | 'sponsors' | 'presentedAt']: PageParts[Name] | undefined
}

/**
 * Fetches the parts of the enclosing event that the page of an object shows: the settings (for times), the schedule
 * and the sponsors.
 */
export async function eventParts(answer: ContentPayload, path: string, fetchPart: FetchPart): Promise<EventParts> {
  const types = new Set(blocksIn(answer).map(block => block['@type']))
  const hasAny = (blockTypes: ReadonlySet<JsonValue | undefined>) => [...types].some(type => blockTypes.has(type))
  const isFront = isEvent(answer)
  const hasSchedule = hasAny(schedules) || isFront || answer['@type'] === 'Schedule' || answer['@type'] === 'Room'
  const hasSponsors = hasAny(sponsorTables) || isFront || answer['@type'] === 'SponsorsDB'
  const hasTimes = hasSchedule || types.has('listing') || 'slot_category' in answer || 'activities' in answer
  const ancestors = ancestorPaths(path)
  return {
    event: hasTimes ? await nearest(ancestors, at => eventAt(at, fetchPart)) : undefined,
    schedule: hasSchedule
      ? await nearest(ancestors, at => fetchPart('getSchedule', { path: at, input: { metadata: [] } }))
      : undefined,
    sponsors: hasSponsors
      ? await nearest(ancestors, at => fetchPart('getSponsors', { path: at, input: { metadata: [] } }))
      : undefined,
    presentedAt: await ownPresentation(answer, ancestors, fetchPart),
  }
}

/** Whether an object is an event with a schedule. Other objects have no `days`. */
export const isEvent = ({ days }: ContentPayload): boolean => Array.isArray(days) && days.length > 0

const presenters: Readonly<Record<string, string>> = { schedule: 'Schedule', sponsors: 'SponsorsDB' }

async function ownPresentation(
  answer: ContentPayload,
  ancestors: readonly string[],
  fetchPart: FetchPart,
): Promise<string | undefined> {
  const view = Object.keys(presenters).find(name => presenters[name] === answer['@type'])
  if (view === undefined) return undefined
  const event = await nearest(ancestors, async at => ((await eventAt(at, fetchPart)) ? at : undefined))
  const presentedAt = event && (await presentationOf(view, event, fetchPart))
  return presentedAt === answer['@id'] ? presentedAt : undefined
}

export async function presentationOf(view: string, path: string, fetchPart: FetchPart): Promise<string | undefined> {
  const type = presenters[view]
  if (type === undefined) return undefined
  const parameters = { portal_type: type, sort_on: 'path' }
  const input = { parameters, batch: { start: 0, size: 1 }, metadata: [], fullObjects: false }
  return (await fetchPart('searchContent', { path, input }))?.items[0]?.['@id']
}

/** The maximum number of upcoming sessions on an event page. */
const maxUpcoming = 6

/**
 * Returns the next sessions of a schedule, without ended sessions and without other slots, such as breaks. The list is
 * empty if the event is over. `until` is the time at which the list changes.
 */
export function upcomingIn(schedule: SchedulePayload, now: number) {
  const sessions = schedule.items.flatMap(({ items }) => items).filter(isSession)
  const next = sessions.filter(slot => endOf(slot) > now).slice(0, maxUpcoming)
  return { upcoming: next, until: next.length > 0 ? Math.min(...next.map(endOf)) : null }
}

const isSession = (slot: Slot): boolean => !['Slot', 'Break', 'Meeting'].includes(slot['@type'])

const endOf = ({ start, end }: Slot): number => Date.parse(end ?? start)

async function eventAt(path: string, fetchPart: FetchPart): Promise<ContentPayload | undefined> {
  const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
  const content = (await fetchPart('getContent', { path, input }))?.content
  return content && 'timezone' in content && 'tracks' in content ? content : undefined
}

const blocksIn = ({ blocks }: ContentPayload): readonly JsonObject[] =>
  isJsonObject(blocks) ? Object.values(blocks).filter(isJsonObject) : []

/** Returns a path and the paths of its ancestors. For `/a/b`, the result is `/a/b`, `/a` and `/`. */
function ancestorPaths(path: string): readonly string[] {
  const names = path.split('/').filter(Boolean)
  const above = names.map((_, i) => `/${names.slice(0, names.length - i).join('/')}`)
  return [...above.slice(0, maxAncestors), rootPath]
}

async function nearest<Part>(
  ancestors: readonly string[],
  find: (path: string) => Promise<Part | undefined>,
): Promise<Part | undefined> {
  for (const ancestor of ancestors) {
    const part = await find(ancestor)
    if (part !== undefined) return part
  }
  return undefined
}
