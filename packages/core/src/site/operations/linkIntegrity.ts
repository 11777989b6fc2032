import type { LinkBreach } from '../../answers/references.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { presentBreaches } from '../present/references/breaches.js'
import { openEach } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { hasPermissionAt, principalsOf } from '../run/requestContext.js'

export interface LinkIntegrityInput {
  readonly uids: readonly string[]
}

const maxUids = 500

/**
 * `GET {path}/@linkintegrity?uids=` (docs/content-and-access.md, References): the references that would dangle if these
 * objects were deleted, in the whole site. Throws a DomainError (`bad-request`) without UIDs, or with too many.
 */
export const linkIntegrity: Operation<LinkIntegrityInput, readonly LinkBreach[]> = {
  permission: permission.view,
  exclusiveSlice: true,
  async run(context, { uids: requested }) {
    const uids = [...new Set(requested.filter(uid => uid !== ''))]
    if (uids.length === 0 || uids.length > maxUids)
      throw new DomainError('bad-request', message('links.uids', { limit: maxUids }))
    const where = [{ kind: 'any', index: 'UID', values: uids } as const]
    const { items } = await context.reader.search({ principals: principalsOf(context), where })
    const byAge = (await openEach(context, items)).filter(([, lineage]) =>
      hasPermissionAt(context, permission.view, lineage),
    )
    const lineages = new Map(byAge.map(([{ uid }, lineage]) => [uid, lineage]))
    const targets = uids.map(uid => lineages.get(uid)).filter(lineage => lineage !== undefined)
    return { answer: await presentBreaches(context, targets) }
  },
}
