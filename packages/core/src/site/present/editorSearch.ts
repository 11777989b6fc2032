import { sortableTitle, workingEntry } from '../../content/catalog/catalogEntry.js'
import { workingEditorsIndex } from '../../content/catalog/workingColumns.js'
import { objectOf } from '../../content/node/node.js'
import {
  type CatalogQuery,
  type Condition,
  matchesQuery,
  type SearchHit,
  type Sort,
} from '../../content/store/catalog.js'
import { maxShortScan, openEach, scanFew } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import { findAmong } from '../run/scheduledSlots.js'

type PageQuery = CatalogQuery & { readonly size: number }

interface FoundPage {
  readonly total: number
  readonly items: readonly SearchHit[]
}

/**
 * Searches with the unreleased values of the slots that the caller may modify, because the catalog contains the values
 * from the latest release (docs/schedule.md, Releases, rule 9). Returns null if a catalog search finds the same objects
 * in the same order.
 */
export async function searchAsEditor(context: RequestContext, query: PageQuery): Promise<FoundPage | null> {
  const { principals, where } = query
  if (context.caller.kind === 'anonymous' || principals === 'system') return null
  const edited = await scanFew(context, {
    principals,
    where: [{ kind: 'any', index: workingEditorsIndex, values: principals }],
  })
  if (edited.length === 0) return null
  const uids = edited.map(({ uid }) => uid)
  const hits = (also: readonly Condition[]) => (among: Condition) =>
    scanFew(context, { principals, where: [...also, among] })
  const matching = await matchingSlots(context, edited, where)
  const released = await findAmong(uids, hits(where))
  const matches = new Set(matching)
  const isSame = released.length === matches.size && released.every(({ uid }) => matches.has(uid))
  if (isSame && !(matching.length > 0 && query.sort?.some(({ by }) => workingKeys.includes(by)))) return null
  const others = [...where, { kind: 'not', condition: { kind: 'any', index: 'UID', values: uids } } as const]
  return mergedPage(context, { ...query, where: others }, await findAmong(matching, hits([])))
}

async function matchingSlots(
  context: RequestContext,
  edited: readonly SearchHit[],
  where: readonly Condition[],
): Promise<readonly string[]> {
  const { environment, task } = context
  if (edited.length > maxShortScan) task.expectLong()
  const needsWords = where.some(isText)
  const uids: string[] = []
  for (const [{ uid }, lineage] of await openEach(context, edited)) {
    if (task.isOver()) await task.next()
    const entry = await workingEntry(lineage, environment, needsWords ? task : null)
    if (matchesQuery({ principals: 'system', where }, { ...entry, path: objectOf(lineage).path })) uids.push(uid)
  }
  return uids
}

function isText(condition: Condition): boolean {
  if (condition.kind === 'either') return condition.conditions.some(isText)
  return condition.kind === 'not' ? isText(condition.condition) : condition.kind === 'text'
}

/** The maximum number of hits that are sorted in memory. */
const maxSorted = 5000

/**
 * Merges slots into the hits of a query. The slots come first if the hits do not contain the sort keys, or if there are
 * more than `maxSorted` hits.
 */
async function mergedPage(context: RequestContext, query: PageQuery, slots: readonly SearchHit[]): Promise<FoundPage> {
  const { sort = [], start = 0, size } = query
  const { total } = await context.reader.search({ ...query, start: 0, size: 0 }, context.task)
  const isSortable = sort.length > 0 && sort.every(({ by }) => Object.hasOwn(keys, by))
  const sorted = isSortable ? slots.toSorted(orderOf(sort)) : slots
  if (isSortable && total + slots.length <= maxSorted) {
    const { size: _, start: __, ...all } = query
    const merged = [...sorted, ...(await scanFew(context, all))].sort(orderOf(sort))
    return { total: merged.length, items: merged.slice(start, start + size) }
  }
  const first = sorted.slice(start, start + size)
  const rest = { ...query, start: Math.max(0, start - slots.length), size: size - first.length }
  const { items } = await context.reader.search(rest, context.task)
  return { total: total + slots.length, items: [...first, ...items] }
}

const workingKeys = ['start', 'end', 'sortable_title']

type Key = number | string | undefined

const instant =
  (name: string) =>
  ({ columns }: SearchHit): Key =>
    typeof columns[name] === 'number' ? columns[name] : undefined

const keys: Readonly<Record<string, (hit: SearchHit) => Key>> = {
  ...Object.fromEntries(
    ['start', 'end', 'created', 'modified', 'effective', 'expires'].map(name => [name, instant(name)]),
  ),
  sortable_title: ({ columns }) => sortableTitle(String(columns.title ?? '')),
  path: ({ path }) => path,
  position: ({ position }) => position,
}

const orderOf =
  (sort: readonly Sort[]) =>
  (a: SearchHit, b: SearchHit): number => {
    for (const { by, descending } of sort) {
      const order = compareKeys(keys[by]?.(a), keys[by]?.(b))
      if (order !== 0) return descending ? -order : order
    }
    return compareKeys(keys.created?.(a), keys.created?.(b))
  }

/** Compares two sort keys. Missing keys come first. */
function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1
  return a < b ? -1 : 1
}
