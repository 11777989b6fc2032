import type { NewAlias } from '../../../content/store/aliases.js'
import type { Condition } from '../../../content/store/catalogQuery.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { referencedPath } from '../../run/referencedPath.js'
import type { Visit } from '../../run/visit.js'
import type { SentAlias } from './aliasItems.js'
import { isWebAddress, readAliasPath } from './aliasPaths.js'

export interface AliasesRead {
  readonly aliases: readonly NewAlias[]
  /** Rejected items: invalid, or in use by content, by an alias, or by an earlier item. */
  readonly refused: readonly SentAlias[]
}

/** Splits items into valid aliases and rejected ones; `targetOf` returns the target of an item. */
export async function readNewAliases(
  visit: Visit,
  sent: readonly SentAlias[],
  targetOf: (alias: SentAlias) => NewAlias['target'],
): Promise<AliasesRead> {
  const paths = sent.map(({ path }) => readAliasPath(path, visit.base))
  const used = await pathsInUse(
    visit,
    paths.filter(path => path !== null),
  )
  const aliases: NewAlias[] = []
  const refused: SentAlias[] = []
  for (const [i, alias] of sent.entries()) {
    const path = paths[i] ?? null
    if (path === null || used.has(path)) refused.push(alias)
    else {
      used.add(path)
      aliases.push({ path, target: targetOf(alias), created: alias.created ?? visit.now })
    }
  }
  return { aliases, refused }
}

async function pathsInUse({ reader }: Visit, paths: readonly string[]): Promise<Set<string>> {
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
  visit: Visit,
  sent: readonly SentAlias[],
): Promise<(alias: SentAlias) => NewAlias['target']> {
  const uids = await uidsAt(
    visit,
    sent.flatMap(alias => pathOfTarget(visit, alias) ?? []),
  )
  return alias => {
    const { redirectTo } = alias
    if (redirectTo === null) throw new DomainError('bad-request', message('alias.target-required'))
    const uid = uids.get(pathOfTarget(visit, alias) ?? '')
    if (uid !== undefined) return { uid }
    if (pathOfTarget(visit, alias) === undefined && isWebAddress(redirectTo)) return { url: redirectTo }
    throw new DomainError('bad-request', message('alias.target-missing', { target: redirectTo.slice(0, 200) }))
  }
}

const pathOfTarget = ({ base }: Visit, { redirectTo }: SentAlias): string | undefined =>
  redirectTo === base ? '/' : referencedPath(redirectTo ?? '', base)

async function uidsAt({ reader }: Visit, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { items } = await reader.search({ principals: 'system', where: [{ kind: 'at', paths }] })
  return new Map(items.map(({ path, uid }) => [path, uid]))
}
