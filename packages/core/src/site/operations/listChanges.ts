import type { ChangeItem, ChangesPayload } from '../../answers/changes.js'
import { administrativeKinds, type ChangeEvent } from '../../changeFeed/events.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import { formatInstant } from '../../foundation/instants.js'
import { urlOf } from '../../foundation/paths.js'
import { inSteps } from '../../foundation/scheduler.js'
import { mapInSteps } from '../../foundation/steps.js'
import { holderNames, permission } from '../../security/permissions.js'
import { readCursors } from '../changes/cursors.js'
import { visibleWorkflows } from '../present/visibleWorkflows.js'
import { type ObjectRef, openEach } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, hasPermissionAt, isSiteRoot, type RequestContext } from '../run/requestContext.js'

export interface ChangesInput {
  /** The cursor after which the list begins. Defaults to the position before the oldest stored event. */
  readonly since?: string | undefined
}

const maxExamined = 1000

/**
 * `GET /@changes` returns the events that the caller may see (docs/change-feed.md, Visibility). Throws a DomainError
 * `bad-request` if `since` is not a cursor, and a DomainError `changes-expired` if the cursor has expired.
 */
export const listChanges: Operation<ChangesInput, ChangesPayload> = {
  permission: permission.view,
  exists: isSiteRoot,
  exclusiveSlice: true,
  async run(context, { since }) {
    const { reader, environment, lineage, base } = context
    const cursors = await readCursors(environment, reader, lineage[0])
    const after = since === undefined ? 0 : await cursors.positionOf(since)
    const stored = await reader.events({ after, limit: maxExamined })
    const last = stored.at(-1)
    const events = stored.map(({ event }) => event)
    return {
      answer: {
        '@id': `${base}/@changes`,
        items: await visibleItems(context, events),
        next: last ? cursors.after(last) : (since ?? (await cursors.newest())),
        more: last !== undefined && last.event.position < cursors.feed.newest,
      },
    }
  },
}

async function visibleItems(context: RequestContext, events: readonly ChangeEvent[]): Promise<readonly ChangeItem[]> {
  const isManager = hasPermission(context, permission.manageSite)
  const candidates = isManager ? events : events.filter(({ kind }) => !administrativeKinds.includes(kind))
  const lineages = new Map(
    (await openEach(context, objectsOf(candidates))).map(([{ uid }, lineage]) => [uid, lineage] as const),
  )
  const caller = { ...context, isManager, names: new Set(holderNames(context.caller)) }
  const present = (event: ChangeEvent) => presentEvent(caller, event, lineages.get(event.object?.uid ?? '')) ?? []
  return (await inSteps(mapInSteps(candidates, present), context.task)).flat()
}

function objectsOf(events: readonly ChangeEvent[]): readonly ObjectRef[] {
  const objects = events.flatMap(({ kind, object }) => (object && kind !== 'deleted' ? [object] : []))
  return [...new Map(objects.map(object => [object.uid, object])).values()]
}

interface EventCaller extends Pick<RequestContext, 'environment' | 'caller' | 'base'> {
  readonly isManager: boolean
  /** The caller's principals, which are compared with the `viewers` of an event. */
  readonly names: ReadonlySet<string>
}

/**
 * Returns the payload of an event, or null if the caller may not see the event. `lineage` is undefined if the object no
 * longer exists.
 */
function presentEvent(caller: EventCaller, event: ChangeEvent, lineage: Lineage | undefined): ChangeItem | null {
  const { kind, object, time, actor, oldPath, details } = event
  if (!caller.isManager && !isVisible(caller, event, lineage)) return null
  const path = kind === 'deleted' || !lineage ? object?.path : objectOf(lineage).path
  const transition = lineage || caller.isManager ? transitionIn(caller, event, lineage) : {}
  const showsOldUrl = oldPath !== undefined && (caller.isManager || couldView(caller, event))
  return {
    kind: kind === 'transition' && !('workflow' in transition) ? 'changed' : kind,
    ...(object && path !== undefined
      ? { '@id': urlOf(caller.base, path), '@type': object.type, UID: object.uid, revision: object.revision }
      : {}),
    time: formatInstant(time),
    ...transition,
    ...(showsOldUrl ? { old_url: urlOf(caller.base, oldPath) } : {}),
    ...(caller.isManager ? { actor, ...(object ? { path: object.path } : {}), ...(details ? { details } : {}) } : {}),
  }
}

function isVisible(caller: EventCaller, event: ChangeEvent, lineage: Lineage | undefined): boolean {
  if (event.kind === 'deleted') return couldView(caller, event)
  return lineage !== undefined && hasPermissionAt(caller, permission.view, lineage)
}

const couldView = ({ names }: EventCaller, { viewers = [] }: ChangeEvent): boolean =>
  viewers.some(name => names.has(name))

/**
 * Returns the details of a transition. If the caller may not see the records of the workflow, the result is empty, so
 * that the payload states only that the object has changed.
 */
function transitionIn(
  caller: EventCaller,
  { transition }: ChangeEvent,
  lineage: Lineage | undefined,
): Pick<ChangeItem, 'workflow' | 'transition' | 'from' | 'to'> {
  if (!transition) return {}
  const { workflow } = transition
  const isShown =
    caller.isManager || (lineage !== undefined && visibleWorkflows(caller, lineage).some(({ id }) => id === workflow))
  return isShown ? transition : {}
}
