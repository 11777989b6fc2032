import type { SponsorBenefit, SponsorLevel, SponsorsPayload } from '../answers/sponsors.js'
import type { Summary } from '../answers/summary.js'
import { stockColumns } from '../content/catalog/stockColumns.js'
import type { SearchHit } from '../content/store/catalog.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { idOfPath, isAtOrBelow, urlOf } from '../foundation/paths.js'
import { levelOf } from './sponsorBehaviors.js'

export interface SponsorsContent {
  readonly base: string
  /** The URL of the endpoint, which is the `@id` of the payload if the caller can view no sponsors database. */
  readonly endpoint: string
  /**
   * The databases, levels and sponsors of the event that the caller can view, sorted by position in their containers.
   */
  readonly entries: readonly SearchHit[]
  readonly summaryOf: (entry: SearchHit) => Summary | undefined
}

type BenefitRow = JsonObject & { readonly title?: string; readonly description?: string }

const rowsIn = (value: JsonValue | undefined): readonly BenefitRow[] =>
  Array.isArray(value) ? (value.filter(isJsonObject) as readonly BenefitRow[]) : []

function presentLevel(
  level: SearchHit,
  sponsors: readonly SearchHit[],
  { base, summaryOf }: SponsorsContent,
): SponsorLevel {
  const items = sponsors
    .filter(({ path }) => isAtOrBelow(path, level.path))
    .flatMap(sponsor => summaryOf(sponsor) ?? [])
  return {
    '@id': urlOf(base, level.path),
    id: idOfPath(level.path),
    title: stockColumns(level).title ?? '',
    items,
    has_sponsors: items.length > 0,
    exclude_from_nav: level.columns.exclude_from_nav === true,
    image_scales: summaryOf(level)?.image_scales ?? {},
  }
}

/**
 * Returns what a level specifies for a benefit. Returns undefined if the level does not include the benefit, and an
 * empty string if the level specifies no amount.
 */
function offerOf(benefit: string, level: SearchHit): string | undefined {
  const row = rowsIn(level.columns.benefits).findLast(({ code }) => code === benefit)
  return row && (typeof row.value === 'string' ? row.value : '')
}

function presentBenefits(database: SearchHit, levels: readonly SearchHit[]): readonly SponsorBenefit[] {
  const rows = new Map<string, BenefitRow>()
  for (const row of rowsIn(database.columns.benefits)) rows.set(String(row.id), row)
  return [...rows].map(([id, { title, description }]) => {
    const offers = levels.map((level): [string, string | undefined] => [idOfPath(level.path), offerOf(id, level)])
    const included = offers.filter((offer): offer is [string, string] => offer[1] !== undefined)
    return { id, title: title ?? '', description: description ?? '', levels: Object.fromEntries(included) }
  })
}

/** Builds the `@sponsors` payload (docs/schedule.md, Sponsors). */
export function sponsorsPayload(content: SponsorsContent): SponsorsPayload {
  const { base, endpoint, entries } = content
  const database = entries.find(({ type }) => type === 'SponsorsDB')
  if (!database) return { '@id': endpoint, items: [], benefits: [] }
  const below = entries.filter(({ path }) => isAtOrBelow(path, database.path))
  const levels = below.filter(({ type }) => type === 'SponsorLevel')
  const sponsors = below.filter(({ type, columns }) => type === 'Sponsor' && columns.review_state === 'published')
  const byLevel = new Map<string, SearchHit[]>()
  for (const sponsor of sponsors) {
    const level = levelOf(sponsor.path)
    const siblings = byLevel.get(level) ?? []
    byLevel.set(level, siblings)
    siblings.push(sponsor)
  }
  return {
    '@id': urlOf(base, database.path),
    items: levels.map(level => presentLevel(level, byLevel.get(idOfPath(level.path)) ?? [], content)),
    benefits: presentBenefits(database, levels),
  }
}
