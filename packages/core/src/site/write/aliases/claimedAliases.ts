import { containersOf, type Lineage, objectOf } from '../../../content/node/lineage.js'
import { isReservedAddress } from '../../../content/node/naming.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { parentPath, rootPath } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { unauthorized } from '../../run/refusals.js'
import { hasPermissionAt, type RequestContext } from '../../run/requestContext.js'
import type { RequestedAlias } from './aliasItems.js'
import { readAliasPath } from './aliasPaths.js'

/**
 * Checks whether the caller may claim addresses. An alias occupies an address like content does, so it requires Add
 * portal content in the closest existing container. Throws a DomainError: `bad-request` for reserved addresses and
 * those of services, otherwise `unauthorized` (docs/content-and-access.md, Old addresses, rule 5).
 */
export async function judgeClaims(context: RequestContext, requested: readonly RequestedAlias[]): Promise<void> {
  for (const { path } of requested) refuseReserved(path, readAliasPath(path, context.base))
  const paths = requested.flatMap(({ path }) => readAliasPath(path, context.base) ?? [])
  for (const container of new Set(paths.map(parentPath))) {
    if (context.task.isOver()) await context.task.next()
    const lineage = await closestContainer(context, container)
    if (!hasPermissionAt(context, permission.add, lineage)) throw unauthorized(context.lineage, context.environment)
  }
}

const namesService = (address: string): boolean => /(?:^|\/)(?:@|%40)/i.test(address.replace(/^https?:\/\/[^/]*/i, ''))

function refuseReserved(address: string, path: string | null): void {
  if (path === null ? namesService(address) : isReservedAddress(path))
    throw new DomainError('bad-request', message('alias.reserved', { path: address.slice(0, 200) }))
}

/**
 * Below the first level, a manager of all aliases may use reserved addresses of clients: imported sites can have them.
 */
export function refuseReservedAtRoot({ base }: RequestContext, requested: readonly RequestedAlias[]): void {
  for (const { path: address } of requested) {
    const path = readAliasPath(address, base)
    if (path !== null && parentPath(path) === rootPath) refuseReserved(address, path)
  }
}

async function closestContainer({ reader, environment }: RequestContext, path: string): Promise<Lineage> {
  let { lineage } = await reader.open(path)
  while (lineage.length > 1 && environment.registry.type(objectOf(lineage).type).contains === null)
    lineage = containersOf(lineage)
  return lineage
}
