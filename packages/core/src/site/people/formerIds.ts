import { rootPath } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import { userPrincipal } from '../../security/caller.js'
import type { RequestContext } from '../run/requestContext.js'

/**
 * Returns the ids of deleted users to whom content still grants roles. A new user must not inherit these roles
 * (docs/content-and-access.md, Users, rule 8).
 */
export async function formerIdsWithRights(
  context: RequestContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { environment, reader, task } = context
  const former = new Set<string>()
  for (const id of ids) if (await environment.users.hadUser(id)) former.add(id)
  const withRights = new Set<string>()
  if (former.size === 0) return withRights
  task.expectLong()
  for await (const { creator, localRoles } of eachOf(reader.subtree(rootPath), task)) {
    if (former.has(creator)) withRights.add(creator)
    for (const id of former) if (Object.hasOwn(localRoles, userPrincipal(id))) withRights.add(id)
  }
  return withRights
}
