import { liveValue } from '../../content/blocks/liveValue.js'
import { linkedUids } from '../../content/blocks/uidLinks.js'
import type { Field } from '../../content/fields/field.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Condition } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { eventRootOf, isEventRootItself, zoneOf } from '../../event/eventRoot.js'
import { rowsOf } from '../../event/eventSettings.js'
import { generatedPersonId, storedPersonId } from '../../event/personId.js'
import type {
  PublishedLink,
  PublishedPerson,
  PublishedProgramme,
  PublishedRoom,
  PublishedSlot,
  SessionKey,
} from '../../event/publishedContent.js'
import { releasedValues, showsReleases, withValues } from '../../event/releases.js'
import { removedSessionsIn } from '../../event/removedSessions.js'
import { numberSessions } from '../../event/sessionNumbers.js'
import { addressIn } from '../../event/socialNetworks.js'
import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import { idOfPath, urlOf } from '../../foundation/paths.js'
import { inSteps } from '../../foundation/scheduler.js'
import { mapInSteps } from '../../foundation/steps.js'
import { anonymous } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { linkedEntries } from '../present/linkTargets.js'
import { urlsOf } from '../present/plainParts.js'
import { languageSettingsOf } from '../run/languageSettings.js'
import { readNodes, scanFew } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'
import { choiceOf, conditionsOf, isAt, isPart, type ProgrammeInput } from './programmeSelection.js'
import { findSlots } from './scheduleAndSponsors.js'
import { itemsByContainer } from './sessionItems.js'
import { slotStateIn } from './slotState.js'
import { type WithdrawnSession, withdrawnSessions } from './withdrawnSessions.js'

/**
 * Returns the schedule as anonymous users see it, because calendars and other programs may publish the slots again
 * (docs/schedule.md, Feeds and files).
 */
export const getProgramme: Operation<ProgrammeInput, PublishedProgramme> = {
  permission: permission.view,
  exists: context =>
    isEventRootItself(context.lineage) || (isPart(context) && eventRootOf(context.lineage) !== undefined),
  async run(context, input) {
    const event = eventRootOf(context.lineage) ?? context.node
    const rooms = await scanFew(context, eventQuery(['Room'], event, { principals }))
    const eventRooms = {
      event,
      rooms: new Map(rooms.map(({ uid, columns }) => [uid, { uid, title: textOf(columns.title) }])),
    }
    const withdrawn = await withdrawnSessions(context, event)
    const sessions = input.forApps || input.only ? await sessionKeys(context, event, withdrawn) : []
    const isChosen = choiceOf(input, sessions, zoneOf(event))
    const slots = (await slotsOf(context, eventRooms, conditionsOf(context, input))).filter(isChosen)
    const cancelled = withdrawn.filter(slot => isAt(context, input, slot) && isChosen(slot))
    const programme = { ...programmeOf(context, eventRooms, slots), sessions, cancelled }
    return { answer: input.forApps ? await withItems(context, event, programme) : programme }
  },
}

async function withItems(
  context: RequestContext,
  event: ContentNode,
  programme: PublishedProgramme,
): Promise<PublishedProgramme> {
  const items = await itemsByContainer(context, event)
  return { ...programme, slots: programme.slots.map(slot => ({ ...slot, ...items.get(slot.url) })) }
}

async function sessionKeys(
  context: RequestContext,
  event: ContentNode,
  withdrawn: readonly WithdrawnSession[],
): Promise<readonly SessionKey[]> {
  const hits = await findSlots(context, event, { principals, where: activeAt(context) })
  const visible = hits.map(({ uid, path, columns }) => ({
    uid,
    shortName: idOfPath(path),
    created: Number(columns.created),
  }))
  return numberSessions([...visible, ...withdrawn].toSorted((a, b) => a.created - b.created))
}

const principals = principalsOf({ caller: anonymous })

interface EventRooms {
  readonly event: ContentNode
  readonly rooms: ReadonlyMap<string, PublishedRoom>
}

function programmeOf(
  { base, now, lineage }: RequestContext,
  { event, rooms }: EventRooms,
  slots: readonly PublishedSlot[],
): Omit<PublishedProgramme, 'sessions' | 'cancelled'> {
  const { title, description, start, end } = event.fields
  return {
    uid: event.uid,
    title: textOf(title),
    description: textOf(description),
    url: urlOf(base, event.path),
    timezone: zoneOf(event),
    start: typeof start === 'number' ? start : null,
    end: typeof end === 'number' ? end : null,
    now,
    language: languageSettingsOf(lineage[0]).defaultLanguage,
    rooms: [...rooms.values()],
    tracks: rowsOf(event, 'tracks').map(row => ({ title: textOf(row.title), color: textOf(row.color) || null })),
    slots: slots.toSorted((a, b) => a.start - b.start || (a.title < b.title ? -1 : 1)),
  }
}

async function slotsOf(
  context: RequestContext,
  eventRooms: EventRooms,
  conditions: readonly Condition[],
): Promise<readonly PublishedSlot[]> {
  const { event } = eventRooms
  const where: readonly Condition[] = [...activeAt(context), ...conditions]
  const uids = (await findSlots(context, event, { principals, where })).map(({ uid }) => uid)
  const stored = (await readNodes(context, uids)).flatMap(node => releasedForm(event, node))
  const nodes = await withTextLinks(context, stored)
  const persons = await personsOf(context, event, nodes)
  const removed = new Map(removedSessionsIn(event).map(({ uid, sequence }) => [uid, sequence]))
  const slots = mapInSteps(nodes, node => slotOf(context, eventRooms, { node, persons, removed }))
  return (await inSteps(slots, context.task)).flat()
}

const activeAt = ({ now }: RequestContext): readonly Condition[] => [{ kind: 'active', at: now }]

/**
 * Returns the slot with its released values, or an empty list if visitors cannot view the slot. If the event does not
 * show releases, the slot is returned unchanged.
 */
function releasedForm(event: ContentNode, node: ContentNode): ContentNode | readonly [] {
  if (!showsReleases(event)) return node
  const values = releasedValues(node, event)
  return values ? withValues(node, values) : []
}

type Persons = ReadonlyMap<string, PublishedPerson>

/** Returns the presenters of the given slots, except presenters that anonymous users may not view. */
async function personsOf(context: RequestContext, event: ContentNode, slots: readonly ContentNode[]): Promise<Persons> {
  const presenterUids = new Set(slots.flatMap(({ fields }) => tokensOf(fields.presenters)))
  const access = { principals, where: activeAt(context) }
  const visible = await scanFew(context, eventQuery(['Presenter'], event, access))
  const nodes = await readNodes(
    context,
    visible.flatMap(({ uid }) => (presenterUids.has(uid) ? uid : [])),
  )
  return new Map((await withTextLinks(context, nodes)).map(node => [node.uid, personOf(context, node)]))
}

const textField: Field = { kind: 'richText', name: 'text', title: '' }

/** Resolves the links in the rich text of objects (docs/content-and-access.md, Blocks and values). */
async function withTextLinks(context: RequestContext, nodes: readonly ContentNode[]): Promise<readonly ContentNode[]> {
  const uids = new Set(nodes.flatMap(({ fields }) => linkedUids(textField, fields.text ?? null).links))
  if (uids.size === 0) return nodes
  const targets = {
    addressOf: urlsOf(await linkedEntries(context, uids), context.base),
    summaryOf: () => undefined,
    scalesOf: () => null,
  }
  return nodes.map(node => ({
    ...node,
    fields: { ...node.fields, text: liveValue(textField, node.fields.text ?? null, targets) },
  }))
}

function personOf({ base }: RequestContext, { uid, path, fields }: ContentNode): PublishedPerson {
  return {
    uid,
    id: storedPersonId(fields) ?? generatedPersonId(uid),
    url: urlOf(base, path),
    name: textOf(fields.title),
    biography: htmlOf(fields.text),
    links: socialLinks(fields.social_links),
  }
}

function socialLinks(rows: JsonValue | undefined): readonly PublishedLink[] {
  const rowList: readonly JsonValue[] = Array.isArray(rows) ? rows : []
  return rowList.filter(isJsonObject).flatMap(({ title, href }) => {
    const url = addressIn(href ?? null)
    return url === '' ? [] : [{ title: textOf(title), url }]
  })
}

interface SlotParts {
  readonly node: ContentNode
  readonly persons: Persons
  /**
   * Maps the UIDs of removed sessions to their sequence numbers, because a removed session can reappear, for example
   * after an import.
   */
  readonly removed: ReadonlyMap<string, number>
}

function slotOf(
  context: RequestContext,
  { event, rooms }: EventRooms,
  { node, persons, removed }: SlotParts,
): PublishedSlot | readonly [] {
  const { title, description, text, start, end, room, presenters, session_track, session_language } = node.fields
  if (typeof start !== 'number' || typeof end !== 'number') return []
  const [track] = tokensOf(session_track)
  const row = rowsOf(event, 'tracks').find(({ id }) => id === track)
  const { uid, revision, created, modified, type, path } = node
  return {
    ...{ uid, revision: revision + (removed.get(uid) ?? 0), created, modified, type, start, end },
    url: urlOf(context.base, path),
    title: textOf(title),
    description: textOf(description),
    text: htmlOf(text),
    rooms: tokensOf(room).flatMap(token => rooms.get(token) ?? []),
    track: row ? textOf(row.title) : null,
    language: textOf(session_language) || null,
    persons: tokensOf(presenters).flatMap(token => persons.get(token) ?? []),
    video: textOf(node.fields.session_video ?? node.fields.video) || null,
    state: slotStateIn(context, node),
    links: [],
    attachments: [],
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const tokensOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

function htmlOf(value: unknown): string | null {
  const { data } = (value ?? {}) as { readonly data?: unknown }
  return typeof data === 'string' && data !== '' ? data : null
}
