import type { RegisteredType } from '../../content/model/model.js'
import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { NodeUpdate } from '../../content/store/change.js'
import { type AddRefusal, addRefusal, sponsorsDatabaseType } from '../../event/addRules.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { hasPermissionAt, type RequestContext } from '../run/requestContext.js'
import { updateOf } from './changes.js'

/**
 * Returns the reason why the caller may not add an object of the type, or null if the caller may add one. The caller
 * must already have the general permission to add content to the container (docs/content-and-access.md, Permissions,
 * rule 4; docs/schedule.md, Allowed types).
 */
export async function addProblem(
  context: RequestContext,
  type: RegisteredType,
  lineage: Lineage,
): Promise<AddRefusal | null> {
  const container = context.environment.registry.type(objectOf(lineage).type)
  if (!isAllowedIn(container, type)) return 'not-here'
  if (!hasPermissionAt(context, type.addPermission, lineage)) return 'not-allowed'
  const event = type.id === sponsorsDatabaseType ? eventRootOf(lineage) : undefined
  return addRefusal({ type, lineage, hasSponsorsDatabase: (await sponsorsDatabasesOf(context, event)).length > 0 })
}

export const isAllowedIn = (container: RegisteredType, type: RegisteredType): boolean =>
  container.contains === 'any' ? type.addableAnywhere : (container.contains ?? []).includes(type.id)

/**
 * Returns the sponsors databases of an event, which can contain at most one database. The search finds the databases of
 * all events, because this takes less time than a search through all objects of one event.
 */
export async function sponsorsDatabasesOf(
  { reader }: RequestContext,
  event: ContentNode | undefined,
): Promise<readonly SearchHit[]> {
  if (!event) return []
  const where = [{ kind: 'any', index: 'portal_type', values: [sponsorsDatabaseType] } as const]
  const { items } = await reader.search({ principals: 'system', where })
  return items.filter(({ columns }) => columns.event_root === event.uid)
}

/**
 * Returns an update that increments the revision of the event. If a type is allowed only once per event, two concurrent
 * additions therefore conflict, and the second addition is retried and refused.
 */
export function claimEvent({
  lineage,
  environment,
}: Pick<RequestContext, 'lineage' | 'environment'>): readonly NodeUpdate[] {
  const event = eventRootOf(lineage)
  return event ? [{ ...updateOf(environment, lineage.slice(0, lineage.indexOf(event) + 1)), isClaim: true }] : []
}
