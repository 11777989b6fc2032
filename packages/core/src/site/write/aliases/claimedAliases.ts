import { containersOf, type Lineage, objectOf } from '../../../content/node/lineage.js'
import { isReservedAddress } from '../../../content/node/naming.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { parentPath, rootPath } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { unauthorized } from '../../run/refusals.js'
import { mayAt, type Visit } from '../../run/visit.js'
import type { SentAlias } from './aliasItems.js'
import { readAliasPath } from './aliasPaths.js'

/**
 * Checks whether the caller may claim addresses. An alias occupies an address like content does, so it requires Add
 * portal content in the closest existing container. Throws a DomainError: `bad-request` for reserved addresses and
 * those of services, otherwise `unauthorized` (docs/content-and-access.md, Old addresses, rule 5).
 */
export async function judgeClaims(visit: Visit, sent: readonly SentAlias[]): Promise<void> {
  for (const { path } of sent) refuseReserved(path, readAliasPath(path, visit.base))
  const paths = sent.flatMap(({ path }) => readAliasPath(path, visit.base) ?? [])
  for (const container of new Set(paths.map(parentPath))) {
    if (visit.work.isOver()) await visit.work.next()
    const lineage = await closestContainer(visit, container)
    if (!mayAt(visit, permission.add, lineage)) throw unauthorized(visit.lineage, visit.environment)
  }
}

const namesService = (sent: string): boolean => /(?:^|\/)(?:@|%40)/i.test(sent.replace(/^https?:\/\/[^/]*/i, ''))

function refuseReserved(sent: string, path: string | null): void {
  if (path === null ? namesService(sent) : isReservedAddress(path))
    throw new DomainError('bad-request', message('alias.reserved', { path: sent.slice(0, 200) }))
}

/**
 * Below the first level, a manager of all aliases may use reserved addresses of clients: imported sites can have them.
 */
export function refuseReservedAtRoot({ base }: Visit, sent: readonly SentAlias[]): void {
  for (const { path: asked } of sent) {
    const path = readAliasPath(asked, base)
    if (path !== null && parentPath(path) === rootPath) refuseReserved(asked, path)
  }
}

async function closestContainer({ reader, environment }: Visit, path: string): Promise<Lineage> {
  let { lineage } = await reader.open(path)
  while (lineage.length > 1 && environment.registry.type(objectOf(lineage).type).contains === null)
    lineage = containersOf(lineage)
  return lineage
}
