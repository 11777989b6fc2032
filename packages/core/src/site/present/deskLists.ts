import type { DeskList, DeskSession } from '../../answers/desk.js'
import { createTextReader } from '../../content/query/textReader.js'
import type { Condition, SearchHit } from '../../content/store/catalog.js'
import { showsReleases } from '../../event/releases.js'
import type { Batch } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import type { DeskDays } from './deskDays.js'
import { deskKeysOf, findDeskSlots, searchDeskSlots, startsIn, visibleTo } from './deskSlots.js'
import { ownSummaries } from './summaries.js'

interface UnscheduledQuery {
  readonly batch: Batch
  /** The search string, whose words match as prefixes. An empty string selects all slots. */
  readonly search: string
}

export async function unscheduledSlots(
  context: RequestContext,
  { batch, search }: UnscheduledQuery,
): Promise<DeskList> {
  const { node: event } = context
  const index = showsReleases(event) ? 'working_start' : 'start'
  const condition: Condition = { kind: 'range', index, min: null, max: null }
  return pageOf(context, {
    where: [{ kind: 'not', condition }, ...textConditions(search)],
    sortedBy: 'sortable_title',
    isListed: ({ columns }) => typeof columns.start !== 'number',
    batch,
  })
}

function textConditions(search: string): readonly Condition[] {
  if (search.trim() === '') return []
  const query = createTextReader().readBeginnings(search)
  return [query ? { kind: 'text', in: 'everything', query } : { kind: 'nothing' }]
}

const outsideAtOnce: Batch = { start: 0, size: 10 }

/** Returns the first batch of the slots that start before or after the days of the event, sorted by start. */
export async function slotsOutside(context: RequestContext, { event: span }: DeskDays): Promise<DeskList> {
  if (!span) return { items: [], items_total: 0, b_start: 0, b_size: outsideAtOnce.size }
  const { node: event } = context
  return pageOf(context, {
    where: [{ kind: 'either', conditions: [startsIn(event, null, span.from - 1), startsIn(event, span.until, null)] }],
    sortedBy: 'start',
    isListed: ({ columns: { start } }) => typeof start === 'number' && (start < span.from || start >= span.until),
    batch: outsideAtOnce,
  })
}

interface PageQuery {
  readonly where: readonly Condition[]
  readonly sortedBy: string
  /** Whether the list includes the slot of a hit, according to the values that the caller may see. */
  readonly isListed: (hit: SearchHit) => boolean
  readonly batch: Batch
}

/**
 * Returns one page of a list of slots. If the event shows releases, the query conditions can match values that the
 * caller may not see, so all hits are checked again.
 */
async function pageOf(context: RequestContext, { where, sortedBy, isListed, batch }: PageQuery): Promise<DeskList> {
  const visible = visibleTo(context)
  const query = {
    principals: visible.principals,
    where: [...visible.where, ...where],
    sort: [{ by: sortedBy, descending: false }],
  }
  if (!showsReleases(context.node)) {
    const { items, total } = await searchDeskSlots(context, { ...query, ...batch })
    return present(context, items, { batch, total })
  }
  const listed = (await findDeskSlots(context, query)).filter(isListed)
  return present(context, listed.slice(batch.start, batch.start + batch.size), { batch, total: listed.length })
}

async function present(
  context: RequestContext,
  hits: readonly SearchHit[],
  { batch, total }: { batch: Batch; total: number },
): Promise<DeskList> {
  const keys = await deskKeysOf(context, hits)
  const summaries = await ownSummaries(context, hits, [])
  const items = hits.flatMap(({ uid }, i): readonly DeskSession[] => {
    const [summary, own] = [summaries[i], keys.get(uid)]
    return summary && own ? [{ ...summary, ...own }] : []
  })
  return { items, items_total: total, b_start: batch.start, b_size: batch.size }
}
