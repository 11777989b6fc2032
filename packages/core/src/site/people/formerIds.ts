import { DomainError } from '../../foundation/domainError.js'
import type { JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { userPrincipal } from '../../security/caller.js'
import type { RequestContext } from '../run/requestContext.js'

/**
 * Rejects the id of a deleted user while content still grants roles to that id: a new user must not inherit them
 * (docs/content-and-access.md, Users, rule 8). Throws `invalid-user`.
 */
export async function refuseFormerId(context: RequestContext, id: JsonValue | undefined): Promise<void> {
  if (typeof id !== 'string' || !(await context.environment.users.hadUser(id))) return
  if (await hasTraces(context, id)) throw new DomainError('invalid-user', message('user.former', { name: id }))
}

async function hasTraces({ reader, task }: RequestContext, id: string): Promise<boolean> {
  task.expectLong()
  const principal = userPrincipal(id)
  for await (const nodes of reader.subtree(rootPath)) {
    for (const { creator, localRoles } of nodes) {
      if (task.isOver()) await task.next()
      if (creator === id || Object.hasOwn(localRoles, principal)) return true
    }
  }
  return false
}
