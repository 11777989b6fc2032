import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { unauthorized } from '../run/refusals.js'
import { hasPermission } from '../run/requestContext.js'
import { refuseLockedByOthers } from '../write/refuseLocked.js'

/**
 * `DELETE {path}`: deletes the object and all objects below it. The site root cannot be deleted
 * (docs/content-and-access.md, Permissions, rule 5).
 */
export const deleteContent: Operation<undefined, null> = {
  permission: null,
  guard: context => {
    const { node, caller, lineage, environment } = context
    if (node.path === rootPath && caller.kind === 'member')
      throw new DomainError('forbidden', message('site.not-deletable'))
    if (node.path === rootPath || !hasPermission(context, permission.delete)) throw unauthorized(lineage, environment)
  },
  async run(context) {
    const { node, now } = context
    const sameLock = await refuseLockedByOthers(context, [node])
    const touches = [{ path: parentPath(node.path), modified: now }]
    return { answer: null, change: { ...sameLock, removes: [node.path], touches } }
  },
}
