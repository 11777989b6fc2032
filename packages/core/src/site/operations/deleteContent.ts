import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { unauthorized } from '../run/refusals.js'
import { may } from '../run/visit.js'
import { refuseLockedByOthers } from '../write/refuseLocked.js'

/**
 * `DELETE {path}`: deletes the object and all objects below it. The site root cannot be deleted
 * (docs/content-and-access.md, Permissions, rule 5).
 */
export const deleteContent: Operation<undefined, null> = {
  permission: null,
  guard: visit => {
    const { node, caller, lineage, environment } = visit
    if (node.path === rootPath && caller.kind === 'member')
      throw new DomainError('forbidden', message('site.not-deletable'))
    if (node.path === rootPath || !may(visit, permission.delete)) throw unauthorized(lineage, environment)
  },
  async run(visit) {
    const { node, now } = visit
    const sameLock = await refuseLockedByOthers(visit, [node])
    const touches = [{ path: parentPath(node.path), modified: now }]
    return { answer: null, change: { ...sameLock, removes: [node.path], touches } }
  },
}
