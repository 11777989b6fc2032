import type { DeskPayload, DeskSlot, SelectedSlot } from '../../answers/desk.js'
import type { GridPlace } from '../../answers/schedule.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself, zoneOf } from '../../event/eventRoot.js'
import { isForEverybody, layoutSteps } from '../../event/layout.js'
import { releasesIn, showsReleases } from '../../event/releases.js'
import { schedulePayload } from '../../event/schedule.js'
import { defaultMinutesOf, localSpanOf, startOfDay } from '../../event/slotTime.js'
import { formatInstant } from '../../foundation/instants.js'
import { urlOf } from '../../foundation/paths.js'
import { inSteps } from '../../foundation/scheduler.js'
import { wallClockIn } from '../../foundation/wallClock.js'
import { permission } from '../../security/permissions.js'
import { deskDays, endOfDay } from '../present/deskDays.js'
import { slotsOutside, unscheduledSlots } from '../present/deskLists.js'
import { firstConflicts, partOfDay } from '../present/deskParts.js'
import { openUndo, sealRevision } from '../present/deskSeals.js'
import { deskKeysOf, mayUseDesk, openMovable, slotsAround, visibleTo } from '../present/deskSlots.js'
import { presentConflict } from '../present/presentConflict.js'
import { conflictsAmong, slotOfHit } from '../present/programmeConflicts.js'
import { ownSummaries } from '../present/summaries.js'
import { openEach, scanFew } from '../run/openEach.js'
import type { Batch, Operation } from '../run/operation.js'
import {
  hasPermission,
  hasPermissionAt,
  principalsOf,
  type RequestContext,
  unauthorized,
  urlOfContext,
} from '../run/requestContext.js'
import { timesOf } from './moveSlot.js'

export interface DeskInput {
  /**
   * The requested date. Defaults to the current day or, if the current day is not a day of the event, to the first day
   * of the event.
   */
  readonly day: string | undefined
  /**
   * The number of the requested part of the day. Defaults to the part with the selected slot or the slot of the last
   * move, and otherwise to the first part.
   */
  readonly part: string | undefined
  readonly move: string | undefined
  readonly undo: string | undefined
  /** The search string for unscheduled slots. `batch` is the requested part of the results. */
  readonly search: string
  readonly batch: Batch
}

/** `GET {event}/@@desk` returns one day of the schedule for editors (docs/schedule.md, Programme desk). */
export const getDesk: Operation<DeskInput, DeskPayload> = {
  permission: permission.view,
  exists: ({ lineage }) => isEventRootItself(lineage),
  dependsOn: async () => null,
  async run(context, input) {
    const { node, lineage, environment } = context
    if (!(await mayUseDesk(context))) throw unauthorized(lineage, environment)
    const rooms = await scanFew(context, eventQuery(['Room'], node, { principals: principalsOf(context) }))
    const selected = await selectedSlot(context, input.move, rooms)
    const days = await deskDays(context, input.day ?? (selected?.day || undefined))
    const uid = input.move ?? (input.undo === undefined ? undefined : openUndo(context, input.undo)?.uid)
    const day = await dayOnDesk(context, { day: days.day, rooms, requested: input.part, uid })
    return {
      answer: {
        '@id': `${urlOfContext(context)}/@@desk`,
        timezone: zoneOf(node),
        ...{ days: days.days, day: days.day, ...day },
        rooms: rooms.map(({ uid, columns }) => ({ token: uid, title: String(columns.title ?? '') })),
        unscheduled: await unscheduledSlots(context, input),
        outside: await slotsOutside(context, days),
        release: {
          is_enabled: showsReleases(node),
          latest: releasesIn(node).at(-1)?.number ?? null,
          can_release: hasPermission(context, permission.review),
        },
        container: await containerOf(context),
        selected: selected && { ...selected, day: selected.day || (days.day ?? '') },
        undo: await lastMove(context, input.undo),
      },
    }
  },
}

type Day = Pick<DeskPayload, 'parts' | 'part' | 'items' | 'busy' | 'conflicts' | 'conflicts_total'>

interface DayQuery {
  readonly day: string | null
  readonly rooms: readonly SearchHit[]
  readonly requested: string | undefined
  readonly uid: string | undefined
}

async function dayOnDesk(context: RequestContext, { day, rooms, ...query }: DayQuery): Promise<Day> {
  if (day === null) return { parts: [], part: 1, items: [], busy: [], conflicts: [], conflicts_total: 0 }
  const zone = zoneOf(context.node)
  const span = { from: startOfDay(day, zone), until: endOfDay(day, zone) }
  const visible = await slotsAround(context, visibleTo(context), span)
  const isEditor = hasPermission(context, permission.modify)
  const all = isEditor ? await slotsAround(context, { principals: 'system', where: [] }, span) : visible
  const uids = new Set(visible.map(({ uid }) => uid))
  const hidden = all.filter(({ uid }) => !uids.has(uid))
  const { parts, part, slots } = partOfDay([...visible, ...hidden], { from: span.from, ...query })
  const inPart = new Set(slots.map(({ uid }) => uid))
  return {
    ...{ parts, part },
    items: await itemsOf(context, { day, rooms, slots: slots.filter(({ uid }) => uids.has(uid)) }),
    busy: await busyPlaces(context, { day, rooms, slots: slots.filter(({ uid }) => !uids.has(uid)) }),
    ...(await conflictsOf(context, { all, visible, rooms, isEditor, inPart })),
  }
}

interface DaySource {
  readonly day: string
  readonly rooms: readonly SearchHit[]
  readonly slots: readonly SearchHit[]
}

async function itemsOf(context: RequestContext, { day, rooms, slots }: DaySource): Promise<readonly DeskSlot[]> {
  const { environment, node, task, translate } = context
  const keys = await deskKeysOf(context, slots)
  const summaries = await ownSummaries(context, slots, [])
  const titleOf = (type: string) => translate(environment.registry.type(type).title)
  const content = { slots, summaries, rooms, zone: zoneOf(node), titleOf, columns: 'all' } as const
  const { items } = await inSteps(schedulePayload(content), task)
  const ofDay = items.find(({ id }) => id === day)?.items ?? []
  return ofDay.flatMap(slot => {
    const own = keys.get(slot.UID ?? '')
    return own ? [{ ...slot, ...own }] : []
  })
}

async function busyPlaces(context: RequestContext, { day, rooms, slots }: DaySource): Promise<readonly GridPlace[]> {
  const titled = rooms.map(({ uid }) => ({ token: uid, title: '' }))
  const steps = layoutSteps(slots.map(slotOfHit), titled, wallClockIn(zoneOf(context.node)), { columns: 'all' })
  const placed = (await inSteps(steps, context.task)).find(({ id }) => id === day)?.items ?? []
  return placed.map(({ slot: _, start, end, ...place }) => ({
    ...place,
    start: formatInstant(start),
    end: end === null ? null : formatInstant(end),
  }))
}

interface ConflictSource {
  readonly all: readonly SearchHit[]
  readonly visible: readonly SearchHit[]
  readonly rooms: readonly SearchHit[]
  readonly isEditor: boolean
  readonly inPart: ReadonlySet<string>
}

async function conflictsOf(
  context: RequestContext,
  { all, visible, rooms, isEditor, inPart }: ConflictSource,
): Promise<Pick<Day, 'conflicts' | 'conflicts_total'>> {
  const ofDay = await conflictsAmong(context, context.node, { hits: all, checksAvailability: isEditor })
  const conflicts = ofDay.filter(({ slots }) => slots.some(({ hit }) => inPart.has(hit.uid)))
  if (conflicts.length === 0) return { conflicts: [], conflicts_total: 0 }
  const presenters = await scanFew(context, eventQuery(['Presenter'], context.node, visibleTo(context)))
  const objects = new Map([...visible, ...rooms, ...presenters].map(hit => [hit.uid, hit]))
  const visibleConflicts = conflicts.filter(({ slots }) => slots.some(({ hit }) => objects.has(hit.uid)))
  return {
    conflicts: firstConflicts(visibleConflicts, inPart).map(conflict => presentConflict(context, conflict, objects)),
    conflicts_total: visibleConflicts.length,
  }
}

/** Returns the URL of the first Schedule to which the caller may add a talk. */
async function containerOf(context: RequestContext): Promise<string | null> {
  const { addPermission } = context.environment.registry.type('Talk')
  const hits = await scanFew(context, eventQuery(['Schedule'], context.node, visibleTo(context)))
  const opened = await openEach(context, hits)
  const mayAdd = (lineage: Lineage) =>
    [permission.add, addPermission].every(name => name === undefined || hasPermissionAt(context, name, lineage))
  const [container] = opened.find(([, lineage]) => mayAdd(lineage)) ?? []
  return container ? urlOf(context.base, container.path) : null
}

async function selectedSlot(
  context: RequestContext,
  uid: string | undefined,
  rooms: readonly SearchHit[],
): Promise<SelectedSlot | null> {
  const lineage = uid === undefined ? null : await openMovable(context, uid)
  if (!lineage) return null
  const slot = objectOf(lineage)
  const { day, time, minutes } = localSpanOf(zoneOf(context.node), slot.fields)
  return {
    ...timesOf(slot.fields, rooms),
    '@id': urlOf(context.base, slot.path),
    title: String(slot.fields.title ?? ''),
    revision: sealRevision(context, slot.uid, slot.revision),
    is_for_everybody: isForEverybody(slot.type),
    day,
    time,
    minutes: day === '' ? String(defaultMinutesOf(slot, context.node)) : minutes,
  }
}

async function lastMove(context: RequestContext, sealed: string | undefined): Promise<DeskPayload['undo']> {
  const undo = sealed === undefined ? null : openUndo(context, sealed)
  const lineage = undo && (await openMovable(context, undo.uid))
  if (!lineage) return null
  const { path, fields } = objectOf(lineage)
  return { '@id': urlOf(context.base, path), title: String(fields.title ?? ''), undo: sealed ?? '' }
}
