import { hasBehavior } from '../../content/model/registry.js'
import type { ContentNode } from '../../content/node/node.js'
import type { FoundEntry } from '../../content/store/catalog.js'
import type { Condition } from '../../content/store/catalogQuery.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { eventRootOf, isEventRootItself } from '../../event/eventRoot.js'
import { rowsOf, scheduleStates, zoneOf } from '../../event/eventSettings.js'
import type {
  PublishedPerson,
  PublishedProgramme,
  PublishedRoom,
  PublishedSlot,
} from '../../event/publishedProgramme.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { idOfPath, urlOf } from '../../foundation/paths.js'
import { wallClockIn } from '../../foundation/zones.js'
import { anonymous } from '../../security/caller.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { scanAll } from '../run/scanMany.js'
import { principalsOf, type Visit } from '../run/visit.js'

/** Selects slots; all of the event if both are null. */
export interface ProgrammeInput {
  /** The day on which a slot begins, in the zone of the event: `2027-05-01`. */
  readonly day: string | null
  /** UID of a room. */
  readonly room: string | null
}

/**
 * The slots of an event, or one of them, with the rights of anonymous: calendars and other programs republish them
 * (docs/schedule.md, Feeds and files).
 */
export const getProgramme: Operation<ProgrammeInput, PublishedProgramme> = {
  permission: permission.view,
  exists: visit => isEventRootItself(visit.lineage) || (isSlot(visit) && eventRootOf(visit.lineage) !== undefined),
  async run(visit, input) {
    const event = eventRootOf(visit.lineage) ?? visit.node
    const rooms = await entriesOfEvent(['Room'], event, { reader: visit.reader, turn: visit.work, principals })
    const seen = {
      event,
      rooms: new Map(rooms.map(({ uid, columns }) => [uid, { uid, title: textOf(columns.title) }])),
    }
    const slots = await slotsOf(visit, seen, conditionsOf(visit, input))
    return { answer: programmeOf(visit, seen, slots.filter(onDay(input.day, zoneOf(event)))) }
  },
}

const principals = principalsOf({ caller: anonymous })

interface Seen {
  readonly event: ContentNode
  readonly rooms: ReadonlyMap<string, PublishedRoom>
}

const isSlot = ({ node, environment: { registry } }: Visit): boolean =>
  hasBehavior(registry.type(node.type), scheduleBehavior)

function conditionsOf(visit: Visit, { room }: ProgrammeInput): readonly Condition[] {
  const one: readonly Condition[] = isSlot(visit) ? [{ kind: 'any', index: 'UID', values: [visit.node.uid] }] : []
  return room === null ? one : [...one, { kind: 'any', index: 'slot_room', values: [room] }]
}

const onDay =
  (day: string | null, zone: string) =>
  ({ start }: PublishedSlot): boolean =>
    day === null || wallClockIn(zone)(start).day === day

function programmeOf({ base }: Visit, { event, rooms }: Seen, slots: readonly PublishedSlot[]): PublishedProgramme {
  const { title, description, start, end } = event.fields
  return {
    title: textOf(title),
    description: textOf(description),
    url: urlOf(base, event.path),
    timezone: zoneOf(event),
    start: typeof start === 'number' ? start : null,
    end: typeof end === 'number' ? end : null,
    rooms: [...rooms.values()],
    tracks: rowsOf(event, 'tracks').map(row => ({ title: textOf(row.title), color: textOf(row.color) || null })),
    slots: slots.toSorted((a, b) => a.start - b.start || (a.title < b.title ? -1 : 1)),
  }
}

async function slotsOf(visit: Visit, seen: Seen, wanted: readonly Condition[]): Promise<readonly PublishedSlot[]> {
  const types = [...visit.environment.registry.types.values()].filter(type => hasBehavior(type, scheduleBehavior))
  const found = await scanAll(visit, {
    principals,
    where: [
      { kind: 'any', index: 'event_root', values: [seen.event.uid] },
      { kind: 'any', index: 'portal_type', values: types.map(({ id }) => id) },
      { kind: 'any', index: 'review_state', values: scheduleStates(seen.event) },
      { kind: 'range', index: 'start', min: null, max: null },
      { kind: 'active', at: visit.now },
      ...wanted,
    ],
  })
  const nodes = await nodesOf(
    visit,
    found.map(({ uid }) => uid),
  )
  const persons = await personsOf(visit, seen.event, nodes)
  return nodes.flatMap(node => slotOf(visit, seen, { node, persons }))
}

/** Objects read per query. */
const stretch = 200

async function nodesOf({ reader, work }: Visit, uids: readonly string[]): Promise<readonly ContentNode[]> {
  const nodes: ContentNode[] = []
  for (let start = 0; start < uids.length; start += stretch) {
    if (work.isOver()) await work.next()
    nodes.push(...(await reader.nodes(uids.slice(start, start + stretch))))
  }
  return nodes
}

type Persons = ReadonlyMap<string, PublishedPerson>

/** The presenters of the slots that anonymous may see. */
async function personsOf(visit: Visit, event: ContentNode, slots: readonly ContentNode[]): Promise<Persons> {
  const named = new Set(slots.flatMap(({ fields }) => tokensOf(fields.presenters)))
  const visible: readonly FoundEntry[] = await entriesOfEvent(['Presenter'], event, {
    reader: visit.reader,
    turn: visit.work,
    principals,
    where: [{ kind: 'active', at: visit.now }],
  })
  const nodes = await nodesOf(
    visit,
    visible.flatMap(({ uid }) => (named.has(uid) ? uid : [])),
  )
  return new Map(nodes.map(node => [node.uid, personOf(node)]))
}

function personOf({ uid, fields }: ContentNode): PublishedPerson {
  return { key: textOf(fields.import_key) || uid, name: textOf(fields.title), biography: htmlOf(fields.text) }
}

function slotOf(
  { base }: Visit,
  { event, rooms }: Seen,
  { node, persons }: { readonly node: ContentNode; readonly persons: Persons },
): PublishedSlot | readonly [] {
  const { title, description, text, start, end, room, presenters, session_track, session_language } = node.fields
  if (typeof start !== 'number' || typeof end !== 'number') return []
  const [track] = tokensOf(session_track)
  const row = rowsOf(event, 'tracks').find(({ id }) => id === track)
  const { uid, revision, created, modified, type, path } = node
  return {
    ...{ uid, revision, created, modified, type, start, end },
    url: urlOf(base, path),
    shortName: idOfPath(path),
    title: textOf(title),
    description: textOf(description),
    text: htmlOf(text),
    rooms: tokensOf(room).flatMap(token => rooms.get(token) ?? []),
    track: row ? textOf(row.title) : null,
    language: textOf(session_language) || null,
    persons: tokensOf(presenters).flatMap(token => persons.get(token) ?? []),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const tokensOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** The HTML of a rich text. */
function htmlOf(value: unknown): string | null {
  const { data } = (value ?? {}) as { readonly data?: unknown }
  return typeof data === 'string' && data !== '' ? data : null
}
