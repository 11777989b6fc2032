import { isReservedAddress } from '../../../content/node/naming.js'
import { containersOf, type Lineage, objectOf } from '../../../content/node/node.js'
import type { NewAlias } from '../../../content/store/aliases.js'
import { badRequest } from '../../../foundation/messages.js'
import { parentPath, rootPath } from '../../../foundation/paths.js'
import { permission } from '../../../security/permissions.js'
import { referencedPath } from '../../run/referencedPath.js'
import { hasPermissionAt, type RequestContext, unauthorized } from '../../run/requestContext.js'
import { isWebAddress, type RequestedAlias, readAliasPath } from './aliasItems.js'

interface NewAliases {
  readonly aliases: readonly NewAlias[]
  /** The items whose path is invalid or already used by content, an alias or an earlier item. */
  readonly rejected: readonly RequestedAlias[]
}

export async function readNewAliases(
  context: RequestContext,
  requested: readonly RequestedAlias[],
  targetOf: (alias: RequestedAlias) => NewAlias['target'],
): Promise<NewAliases> {
  const paths = requested.map(({ path }) => readAliasPath(path, context.base))
  const occupied = await pathsInUse(
    context,
    paths.filter(path => path !== null),
  )
  const aliases: NewAlias[] = []
  const rejected: RequestedAlias[] = []
  for (const [i, alias] of requested.entries()) {
    const path = paths[i] ?? null
    if (path === null || occupied.has(path)) rejected.push(alias)
    else {
      occupied.set(path, null)
      aliases.push({ path, target: targetOf(alias), created: alias.created ?? context.now })
    }
  }
  return { aliases, rejected }
}

const chunkSize = 500

async function* chunksOf({ task }: RequestContext, paths: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < paths.length; start += chunkSize) {
    if (task.isOver()) await task.next()
    yield paths.slice(start, start + chunkSize)
  }
}

export async function pathsInUse(
  context: RequestContext,
  allPaths: readonly string[],
): Promise<Map<string, string | null>> {
  const { reader } = context
  const inUse = new Map<string, string | null>()
  for await (const paths of chunksOf(context, allPaths)) {
    const { items } = await reader.search({ principals: 'system', where: [{ kind: 'at', paths }] })
    const aliases = await reader.aliases({ paths, size: paths.length })
    for (const { path, target } of aliases.items) inUse.set(path, target)
    for (const { path } of items) inUse.set(path, null)
  }
  return inUse
}

/**
 * Returns a function that finds the target of an item. The function throws a DomainError `bad-request` if the target is
 * missing or unknown.
 */
export async function readTargets(
  context: RequestContext,
  requested: readonly RequestedAlias[],
): Promise<(alias: RequestedAlias) => NewAlias['target']> {
  const uids = await uidsAt(
    context,
    requested.flatMap(alias => pathOfTarget(context, alias) ?? []),
  )
  return alias => {
    const { redirectTo } = alias
    if (redirectTo === null) throw badRequest('alias.target-required')
    const uid = uids.get(pathOfTarget(context, alias) ?? '')
    if (uid !== undefined) return { uid }
    if (pathOfTarget(context, alias) === undefined && isWebAddress(redirectTo)) return { url: redirectTo }
    throw badRequest('alias.target-missing', { target: redirectTo.slice(0, 200) })
  }
}

export const pathOfTarget = ({ base }: RequestContext, { redirectTo }: RequestedAlias): string | undefined =>
  redirectTo === base ? '/' : referencedPath(redirectTo ?? '', base)

async function uidsAt(context: RequestContext, allPaths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const uids = new Map<string, string>()
  for await (const paths of chunksOf(context, allPaths)) {
    const { items } = await context.reader.search({ principals: 'system', where: [{ kind: 'at', paths }] })
    for (const { path, uid } of items) uids.set(path, uid)
  }
  return uids
}

/**
 * Throws unless the caller may create aliases at the given paths. An alias occupies a path like content does, so it
 * requires the Add portal content permission on the closest existing container. Throws a DomainError `bad-request` if
 * the path is reserved or belongs to a service, and a DomainError `unauthorized` if the permission is missing
 * (docs/content-and-access.md, Old URLs and aliases, rule 5).
 */
export async function checkClaims(context: RequestContext, requested: readonly RequestedAlias[]): Promise<void> {
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
    throw badRequest('alias.reserved', { path: address.slice(0, 200) })
}

/**
 * Throws if an alias has a reserved path on the first level. Below that level, managers of all aliases can use paths
 * that are reserved for clients, because imported sites can contain such paths.
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
