import type { NewAlias } from '../../../content/store/aliases.js'
import type { Condition } from '../../../content/store/catalogQuery.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { referencedPath } from '../../run/referencedPath.js'
import type { RequestContext } from '../../run/requestContext.js'
import type { RequestedAlias } from './aliasItems.js'
import { isWebAddress, readAliasPath } from './aliasPaths.js'

export interface NewAliases {
  readonly aliases: readonly NewAlias[]
  /** Rejected items: invalid, or in use by content, by an alias, or by an earlier item. */
  readonly rejected: readonly RequestedAlias[]
}

/** Splits items into valid aliases and rejected ones; `targetOf` returns the target of an item. */
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
      occupied.add(path)
      aliases.push({ path, target: targetOf(alias), created: alias.created ?? context.now })
    }
  }
  return { aliases, rejected }
}

async function pathsInUse({ reader }: RequestContext, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const where: Condition[] = [{ kind: 'at', paths }]
  const { items } = await reader.search({ principals: 'system', where })
  const aliases = await reader.aliases({ paths, size: paths.length })
  return new Set([...items, ...aliases.items].map(({ path }) => path))
}

/**
 * Resolves the `redirect-to` of each item. The returned function throws a DomainError (`bad-request`) for a missing or
 * unknown target.
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
    if (redirectTo === null) throw new DomainError('bad-request', message('alias.target-required'))
    const uid = uids.get(pathOfTarget(context, alias) ?? '')
    if (uid !== undefined) return { uid }
    if (pathOfTarget(context, alias) === undefined && isWebAddress(redirectTo)) return { url: redirectTo }
    throw new DomainError('bad-request', message('alias.target-missing', { target: redirectTo.slice(0, 200) }))
  }
}

const pathOfTarget = ({ base }: RequestContext, { redirectTo }: RequestedAlias): string | undefined =>
  redirectTo === base ? '/' : referencedPath(redirectTo ?? '', base)

async function uidsAt({ reader }: RequestContext, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { items } = await reader.search({ principals: 'system', where: [{ kind: 'at', paths }] })
  return new Map(items.map(({ path, uid }) => [path, uid]))
}
