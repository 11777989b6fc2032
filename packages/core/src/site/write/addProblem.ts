import type { RegisteredType } from '../../content/model/model.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import { type AddRefusal, addRefusal, sponsorsDatabaseType } from '../../event/addRules.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { hasPermissionAt, type RequestContext } from '../run/requestContext.js'

/**
 * The reason why the caller may not add an object of a type to the last object of a lineage; null if it is allowed.
 * Assumes that the caller may add content there at all (docs/content-and-access.md, Permissions, rule 4;
 * docs/schedule.md, Allowed types).
 */
export async function addProblem(
  context: RequestContext,
  type: RegisteredType,
  lineage: Lineage,
): Promise<AddRefusal | null> {
  const container = context.environment.registry.type(objectOf(lineage).type)
  if (!isAllowedIn(container, type)) return 'not-here'
  if (!hasPermissionAt(context, type.addPermission, lineage)) return 'not-allowed'
  return addRefusal({ type, lineage, hasSponsorsDatabase: await hasSponsorsDatabase(context, type, lineage) })
}

export function isAllowedIn(container: RegisteredType, type: RegisteredType): boolean {
  return container.contains === 'any' ? type.addableAnywhere : (container.contains ?? []).includes(type.id)
}

/** Each event has at most one: reading all of them costs less than searching all objects of the event. */
async function hasSponsorsDatabase(
  { reader }: RequestContext,
  type: RegisteredType,
  lineage: Lineage,
): Promise<boolean> {
  const event = type.id === sponsorsDatabaseType ? eventRootOf(lineage) : undefined
  if (!event) return false
  const where = [{ kind: 'any', index: 'portal_type', values: [sponsorsDatabaseType] } as const]
  const { items } = await reader.search({ principals: 'system', where })
  return items.some(({ columns }) => columns.event_root === event.uid)
}
