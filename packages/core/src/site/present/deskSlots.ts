import type { DeskKeys } from '../../answers/desk.js'
import { hitsFor } from '../../content/catalog/workingColumns.js'
import { typesWith } from '../../content/model/model.js'
import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import type { CatalogQuery, Condition, SearchHit } from '../../content/store/catalog.js'
import type { SearchResult } from '../../content/store/contentReader.js'
import { eventQuery } from '../../event/eventQuery.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { scheduleStates } from '../../event/eventSettings.js'
import { differencesOf } from '../../event/releaseDifferences.js'
import { releasedValues, releasesIn, showsReleases } from '../../event/releases.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { defaultMinutesOf } from '../../event/slotTime.js'
import { formatInstant, type Instant } from '../../foundation/instants.js'
import { permission } from '../../security/permissions.js'
import { chainOf, currentStateOf, primaryOf } from '../../workflow/chain.js'
import { openEach, scanAll } from '../run/openEach.js'
import { activeOnly, hasPermission, hasPermissionAt, principalsOf, type RequestContext } from '../run/requestContext.js'
import { sealRevision } from './deskSeals.js'
import { publicSlots } from './publicProgramme.js'

function spanCondition(
  event: ContentNode,
  index: 'start' | 'end',
  { min, max }: { readonly min: Instant | null; readonly max: Instant | null },
): Condition {
  const ranges = ['', ...(showsReleases(event) ? ['working_'] : [])].map(prefix => ({
    kind: 'range' as const,
    index: prefix + index,
    min,
    max,
  }))
  return { kind: 'either', conditions: ranges }
}

export const startsIn = (event: ContentNode, min: Instant | null, max: Instant | null): Condition =>
  spanCondition(event, 'start', { min, max })

type DeskQuery = Pick<CatalogQuery, 'principals' | 'where'> & Partial<CatalogQuery>

/**
 * Finds slots of the event in all workflow states, except slots that the principals in `query` may not find. The
 * results contain the values that these principals may see.
 */
export async function findDeskSlots(context: RequestContext, query: DeskQuery): Promise<readonly SearchHit[]> {
  return hitsFor(await scanAll(context, deskQuery(context, query)), query.principals)
}

/** Finds the same slots as `findDeskSlots`, but returns only one page and the total number of slots. */
export async function searchDeskSlots(context: RequestContext, query: DeskQuery): Promise<SearchResult> {
  const { items, total } = await context.reader.search(deskQuery(context, query), context.task)
  return { items: hitsFor(items, query.principals), total }
}

function deskQuery({ environment, node }: RequestContext, { principals, where, ...page }: DeskQuery): CatalogQuery {
  const types = typesWith(environment.registry, scheduleBehavior)
  return { ...eventQuery(types, node, { principals, where }), sort: [], ...page }
}

export const visibleTo = (context: RequestContext): Pick<CatalogQuery, 'principals' | 'where'> => ({
  principals: principalsOf(context),
  where: activeOnly(context),
})

/** The maximum time, in milliseconds, since the start of a running slot. Slots that started earlier are not found. */
const reach = 2 * 86_400_000

/**
 * Finds the slots between two instants, including slots that began before the first instant and have not ended by then.
 */
export async function slotsAround(
  context: RequestContext,
  { principals, where }: Pick<CatalogQuery, 'principals' | 'where'>,
  { from, until }: { readonly from: Instant; readonly until: Instant },
): Promise<readonly SearchHit[]> {
  const { node: event } = context
  const find = (...conditions: readonly Condition[]) =>
    findDeskSlots(context, { principals, where: [...where, ...conditions] })
  const starting = await find(startsIn(event, from, until - 1))
  const running = await find(
    startsIn(event, from - reach, from - 1),
    spanCondition(event, 'end', { min: from + 1, max: null }),
  )
  const all = [...new Map([...running, ...starting].map(hit => [hit.uid, hit])).values()]
  return all.filter(({ columns: { start, end } }) => {
    if (typeof start !== 'number' || start >= until) return false
    return start >= from || (typeof end === 'number' && end > from)
  })
}

export async function deskKeysOf(
  context: RequestContext,
  hits: readonly SearchHit[],
): Promise<ReadonlyMap<string, DeskKeys>> {
  const { node: event } = context
  const states = scheduleStates(event)
  const opened = await openEach(context, hits)
  const movable = opened.filter(([, lineage]) => mayMove(context, lineage)).map(([, lineage]) => lineage)
  const differences = await releaseDifferences(context, movable)
  const movableUids = new Set(movable.map(lineage => objectOf(lineage).uid))
  return new Map(
    opened.map(([{ uid, columns }, lineage]) => {
      const node = objectOf(lineage)
      const keys: DeskKeys = {
        revision: movableUids.has(uid) ? sealRevision(context, uid, node.revision) : null,
        is_shown: states.includes(String(columns.review_state)),
        state_title: stateTitle(context, node),
        differences: differences.get(uid) ?? [],
        ...durationOf(columns, defaultMinutesOf(node, event)),
      }
      return [uid, keys]
    }),
  )
}

function durationOf(
  { start, end }: SearchHit['columns'],
  defaultMinutes: number,
): Pick<DeskKeys, 'session_start' | 'minutes'> {
  if (typeof start !== 'number') return { session_start: null, minutes: defaultMinutes }
  const minutes = typeof end === 'number' ? Math.round((end - start) / 60_000) : null
  return { session_start: formatInstant(start), minutes }
}

function stateTitle({ environment, translate }: RequestContext, node: ContentNode): string {
  const primary = primaryOf(chainOf(node, environment.registry.type(node.type), environment.workflows))
  const state = primary && currentStateOf(node, primary)
  return state ? translate(state.title || state.id) : ''
}

const mayMove = (context: RequestContext, lineage: Lineage): boolean =>
  hasPermissionAt(context, permission.modify, lineage)

async function releaseDifferences(
  context: RequestContext,
  lineages: readonly Lineage[],
): Promise<ReadonlyMap<string, DeskKeys['differences']>> {
  const { node: event } = context
  if (!showsReleases(event) || releasesIn(event).length === 0) return new Map()
  return new Map(
    (await publicSlots(context, lineages)).map(({ lineage, values }) => {
      const slot = objectOf(lineage)
      const before = releasedValues(slot, event) ?? undefined
      return [slot.uid, differencesOf(slot.uid, before, values ?? undefined).map(({ kind }) => kind)]
    }),
  )
}

/** Returns a slot of the event that the caller may view and move, or null for other UIDs. */
export async function openMovable(context: RequestContext, uid: string): Promise<Lineage | null> {
  const [opened] = await openEach(context, [{ uid, path: '' }])
  if (!opened) return null
  const [, lineage] = opened
  const isSlot = typesWith(context.environment.registry, scheduleBehavior).includes(objectOf(lineage).type)
  const isOfEvent = eventRootOf(lineage)?.uid === context.node.uid
  return isSlot && isOfEvent && hasPermissionAt(context, permission.view, lineage) && mayMove(context, lineage)
    ? lineage
    : null
}

/**
 * Whether the caller may modify the event or at least one slot that the caller may view (docs/schedule.md, Programme
 * desk, rule 1). The permissions on containers are checked first, because an event contains only a few containers.
 */
export async function mayUseDesk(context: RequestContext): Promise<boolean> {
  if (hasPermission(context, permission.modify)) return true
  if (context.caller.kind !== 'member') return false
  const hits = await findDeskSlots(context, visibleTo(context))
  const folders = new Map(hits.map(hit => [hit.path.slice(0, hit.path.lastIndexOf('/')), hit]))
  for (const [, lineage] of await openEach(context, [...folders.values()]))
    if (mayMove(context, lineage) || mayMove(context, lineage.slice(0, -1))) return true
  for (let start = 0; start < hits.length; start += hitsAtOnce)
    for (const [, lineage] of await openEach(context, hits.slice(start, start + hitsAtOnce)))
      if (mayMove(context, lineage)) return true
  return false
}

/**
 * The number of slots that are opened together. It is limited so that the search can stop soon after the first slot
 * that the caller may modify.
 */
const hitsAtOnce = 100
