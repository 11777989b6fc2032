import { typesWith } from '../../content/model/model.js'
import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import { type ReleasedValues, workingValues } from '../../event/releases.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import type { JsonValue } from '../../foundation/json.js'
import { anonymous } from '../../security/caller.js'
import { holdsPermission, permission } from '../../security/permissions.js'
import { openEach, scanAll } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import { publicHits } from './publicHits.js'

interface PublicSlot {
  readonly lineage: Lineage
  readonly values: ReleasedValues | null
}

/** Returns the slots of the event with the values that visitors may currently view, regardless of releases. */
export const publicProgramme = async (context: RequestContext): Promise<readonly PublicSlot[]> =>
  publicSlots(context, await openSlots(context))

/**
 * Returns the given slots with the values that visitors may currently view. The values are null if visitors may not
 * view the slot.
 */
export async function publicSlots(context: RequestContext, opened: readonly Lineage[]): Promise<readonly PublicSlot[]> {
  const visible = await publicUids(context, opened)
  const slots: PublicSlot[] = []
  for (const lineage of opened) {
    if (context.task.isOver()) await context.task.next()
    const values = isPublic(context, lineage) ? publicValues(objectOf(lineage), visible) : null
    slots.push({ lineage, values })
  }
  return slots
}

async function openSlots(context: RequestContext): Promise<readonly Lineage[]> {
  const { environment, node: event } = context
  const hits = await scanAll(context, {
    principals: 'system',
    where: [
      { kind: 'any', index: 'event_root', values: [event.uid] },
      { kind: 'any', index: 'portal_type', values: typesWith(environment.registry, scheduleBehavior) },
    ],
  })
  return (await openEach(context, hits)).map(([, lineage]) => lineage)
}

/** Whether visitors may view an object, regardless of releases. */
function isPublic({ environment, now }: RequestContext, lineage: Lineage): boolean {
  const access = { caller: anonymous, lineage, site: environment.registry.permissions }
  const { effective, expires } = objectOf(lineage).fields
  const isActive = (typeof effective !== 'number' || effective <= now) && (typeof expires !== 'number' || expires > now)
  return isActive && [permission.view, permission.accessContents].every(name => holdsPermission(name, access))
}

function publicUids(context: RequestContext, slots: readonly Lineage[]): Promise<ReadonlyMap<string, unknown>> {
  const uids = slots.map(objectOf).flatMap(({ fields }) => [...list(fields.room), ...list(fields.presenters)])
  return publicHits(context, [...new Set(uids.map(String))])
}

const list = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])

/** Returns the unreleased values of a slot, without rooms and presenters that visitors may not view. */
function publicValues(slot: ContentNode, visible: ReadonlyMap<string, unknown>): ReleasedValues {
  const values = workingValues(slot)
  const only = (value: JsonValue) => (Array.isArray(value) ? value.filter(uid => visible.has(String(uid))) : value)
  return { ...values, room: only(values.room), presenters: only(values.presenters) }
}
