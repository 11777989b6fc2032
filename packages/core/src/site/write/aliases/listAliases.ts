import type { AliasItem } from '../../../answers/aliases.js'
import { type Lineage, objectOf } from '../../../content/node/node.js'
import { parseBoolean } from '../../../content/query/searchParameters.js'
import type { Alias, AliasQuery } from '../../../content/store/aliases.js'
import { formatInstant, type Instant, parseInstant } from '../../../foundation/instants.js'
import { badRequest } from '../../../foundation/messages.js'
import { rootPath } from '../../../foundation/paths.js'
import { permission } from '../../../security/permissions.js'
import type { Batch, Listing } from '../../run/operation.js'
import { hasPermissionAt, type RequestContext } from '../../run/requestContext.js'

export interface AliasFilter {
  /** Selects aliases whose path begins with this string. */
  readonly query?: string | undefined
  /**
   * A boolean as a string. `true` selects aliases that were created manually, and `false` selects aliases that were
   * created by a rename or a move.
   */
  readonly manual?: string | undefined
  /** Selects aliases that were created at or after `start` and before `end`. */
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/**
 * Whether the caller may manage the aliases of an object (docs/content-and-access.md, Old URLs and aliases, rule 6).
 */
export function canManageAliases(context: RequestContext, lineage: Lineage): boolean {
  const isRoot = objectOf(lineage).path === rootPath
  const manage = isRoot ? permission.manageSiteAliases : permission.manageContextAliases
  return hasPermissionAt(context, manage, lineage) && hasPermissionAt(context, permission.modify, lineage)
}

const maxAliases = 1000

/**
 * Returns a page of the aliases of an object or, for the site root, of all aliases, sorted by path. Throws a
 * DomainError `bad-request` if the filter is invalid.
 */
export async function listAliasesOf(
  context: RequestContext,
  lineage: Lineage,
  { filter, batch }: { readonly filter: AliasFilter; readonly batch: Batch },
): Promise<Listing<AliasItem>> {
  const page = { start: batch.start, size: Math.min(batch.size, maxAliases) }
  const { total, items } = await context.reader.aliases({ ...queryFor(lineage, filter), ...page })
  return { total, items: items.map(presentAlias), batch: page }
}

/** The maximum number of aliases in a CSV file, and the maximum number that each query reads. */
const [maxInFile, chunkSize] = [100_000, 2000]

/**
 * Returns all aliases of an object or, for the site root, all aliases of the site, sorted by path. Throws a DomainError
 * `bad-request` if there are more than 100,000.
 */
export async function allAliasesOf(
  context: RequestContext,
  lineage: Lineage,
  filter: AliasFilter,
): Promise<readonly AliasItem[]> {
  const items: AliasItem[] = []
  const query = queryFor(lineage, filter)
  for (let total = 1; items.length < total; ) {
    if (context.task.isOver()) await context.task.next()
    const page = await context.reader.aliases({ ...query, start: items.length, size: chunkSize })
    total = page.total
    if (total > maxInFile) throw badRequest('csv.too-long', { limit: maxInFile })
    for (const alias of page.items) items.push(presentAlias(alias))
  }
  return items
}

const presentAlias = ({ path, target, created, manual }: Alias): AliasItem => ({
  path,
  'redirect-to': target,
  datetime: created === null ? null : formatInstant(created),
  manual,
})

function queryFor(lineage: Lineage, filter: AliasFilter): Partial<AliasQuery> {
  const { uid, path } = objectOf(lineage)
  return { ...(path === rootPath ? {} : { uid }), ...queryOf(filter) }
}

const queryOf = ({ query, manual, start, end }: AliasFilter): Partial<AliasQuery> => ({
  ...(query ? { begin: query.startsWith('/') ? query : `/${query}` } : {}),
  ...(manual ? { manual: readFlag(manual) } : {}),
  ...(start ? { from: readDate('start', start) } : {}),
  ...(end ? { until: readDate('end', end) } : {}),
})

function readFlag(value: string): boolean {
  const flag = parseBoolean(value)
  if (flag !== undefined) return flag
  throw badRequest('query.boolean', { name: 'manual', value: value.slice(0, 100) })
}

function readDate(name: string, value: string): Instant {
  const date = parseInstant(value)
  if (date !== null) return date
  throw badRequest('query.date', { name, value: value.slice(0, 100) })
}
