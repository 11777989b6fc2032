import type { ScheduleRelease } from '../../answers/schedule.js'
import { hiddenAlong } from '../../content/model/publicForm.js'
import { type Lineage, objectOf, withObject } from '../../content/node/node.js'
import type { EntryUpdate, NodeUpdate } from '../../content/store/change.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { type Release, releasedValues, releasesField, releasesIn, withRelease } from '../../event/releases.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { type ChangedSession, releaseMails } from '../mails/releaseMails.js'
import { presentRelease } from '../present/presentReleases.js'
import { publicProgramme } from '../present/publicProgramme.js'
import { openEach, scanAll } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'
import { updateEvent } from '../write/changeEvents.js'
import { editOf, reindexingOf } from '../write/changes.js'

const maxReleases = 200
const maxNameLength = 100
const maxCommentLength = 1000

/**
 * `POST {event}/@schedule-releases` creates the next release from the current state of the public slots
 * (docs/schedule.md, Releases).
 */
export const releaseSchedule: Operation<JsonObject, ScheduleRelease> = {
  permission: context => hasPermission(context, permission.review) && hasPermission(context, permission.view),
  exists: ({ lineage }) => isEventRootItself(lineage),
  async run(context, body) {
    const { node: event, now, caller, lineage } = context
    const earlier = releasesIn(event)
    const { name, comment } = readRelease(body, earlier)
    const number = (earlier.at(-1)?.number ?? 0) + 1
    const { slots, updates, entries, changed } = await releasedSlots(context, number)
    const release: Release = { number, name, comment, actor: userIdOf(caller), time: now, slots }
    const releases = [...earlier, release] as unknown as readonly JsonObject[]
    const released = { ...event, fields: { ...event.fields, [releasesField]: { items: releases } } }
    const own = await editOf(context, withObject(lineage, released), { note: null })
    const reported = updateEvent(context, 'release', { node: released, details: { number, name } })
    const mails = await releaseMails(context, number, changed)
    const change = { updates: [own, ...updates], entries, events: [reported], mails }
    return { answer: presentRelease(context, release), change }
  },
}

/**
 * Reads the name and the comment of a release. Throws a DomainError `bad-request` if either is not allowed, or if the
 * event already has the maximum number of releases.
 */
function readRelease({ name, comment }: JsonObject, earlier: readonly Release[]): Pick<Release, 'name' | 'comment'> {
  const read = typeof name === 'string' ? name.trim() : ''
  if (read === '' || read.length > maxNameLength) throw badRequest('release.name', { limit: maxNameLength })
  if (earlier.some(release => release.name === read)) throw badRequest('release.taken', { name: read })
  if (earlier.length >= maxReleases) throw badRequest('release.too-many', { limit: maxReleases })
  const text = typeof comment === 'string' ? comment.trim() : ''
  const isText = comment === undefined || comment === null || typeof comment === 'string'
  if (!isText || text.length > maxCommentLength) throw badRequest('release.comment', { limit: maxCommentLength })
  return { name: read, comment: text }
}

interface ReleasedSlots {
  readonly slots: number
  readonly updates: readonly NodeUpdate[]
  /** The new catalog entries of the objects inside slots whose visibility to visitors changes. */
  readonly entries: readonly EntryUpdate[]
  readonly changed: readonly ChangedSession[]
}

async function releasedSlots(context: RequestContext, number: number): Promise<ReleasedSlots> {
  const { environment, node: event, task } = context
  const programme = await publicProgramme(context)
  const toggled = new Map<string, Lineage>()
  const updates: NodeUpdate[] = []
  const changed: ChangedSession[] = []
  let slots = 0
  for (const { lineage, values } of programme) {
    if (task.isOver()) await task.next()
    if (values) slots += 1
    const released = withRelease(objectOf(lineage), event, { number, values })
    if (!released) continue
    changed.push({ uid: released.uid, before: releasedValues(objectOf(lineage), event), after: values })
    const after = withObject(lineage, released)
    updates.push(await editOf(context, after, { note: null }))
    const wasHidden = hiddenAlong(environment.registry, lineage).length > 0
    if (wasHidden !== hiddenAlong(environment.registry, after).length > 0) toggled.set(released.path, after)
  }
  return { slots, updates, entries: await entriesInside(context, toggled), changed }
}

async function entriesInside(
  context: RequestContext,
  slots: ReadonlyMap<string, Lineage>,
): Promise<readonly EntryUpdate[]> {
  const entries: EntryUpdate[] = []
  const hits = await scanAll(context, {
    principals: 'system',
    where: [
      { kind: 'below', path: context.node.path, depth: null },
      { kind: 'any', index: 'event_root', values: [context.node.uid] },
    ],
  })
  const inside = hits.filter(({ path }) => !slots.has(path) && slotAbove(path, slots))
  for (const [, opened] of await openEach(context, inside)) {
    if (context.task.isOver()) await context.task.next()
    const changed = slotAbove(objectOf(opened).path, slots)
    if (changed) entries.push(reindexingOf(context.environment, [...changed, ...opened.slice(changed.length)]))
  }
  return entries
}

function slotAbove(path: string, slots: ReadonlyMap<string, Lineage>): Lineage | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const slot = slots.get(path.slice(0, end))
    if (slot) return slot
  }
  return undefined
}
