import type { SponsorBenefit, SponsorLevel, SponsorsPayload } from '../answers/sponsors.js'
import type { Summary } from '../answers/summary.js'
import { stockColumns } from '../content/catalog/stockColumns.js'
import type { SearchHit } from '../content/store/catalog.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { idOfPath, isAtOrBelow, urlOf } from '../foundation/paths.js'
import { levelOf } from './sponsorBehaviors.js'
import { benefitTable, type LevelBenefits, sponsorsByLevel } from './sponsorTable.js'

export interface SponsorsContent {
  readonly base: string
  /** The `@id` of the payload if the caller cannot view a sponsors database: the URL of the endpoint. */
  readonly endpoint: string
  /**
   * The databases, levels and sponsors of the event that the caller can view, sorted by their position in the
   * container.
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

const benefitsOf = (level: SearchHit): LevelBenefits => ({
  id: idOfPath(level.path),
  benefits: rowsIn(level.columns.benefits).map(({ code, value }) => ({
    code: String(code),
    ...(typeof value === 'string' ? { value } : {}),
  })),
})

function presentBenefits(database: SearchHit, levels: readonly SearchHit[]): readonly SponsorBenefit[] {
  const rows = rowsIn(database.columns.benefits).map(({ id, title, description }) => ({
    id: String(id),
    title: title ?? '',
    description: description ?? '',
  }))
  return benefitTable(rows, levels.map(benefitsOf))
}

/** Builds the `@sponsors` payload (docs/schedule.md, Sponsors). */
export function sponsorsPayload(content: SponsorsContent): SponsorsPayload {
  const { base, endpoint, entries } = content
  const database = entries.find(({ type }) => type === 'SponsorsDB')
  if (!database) return { '@id': endpoint, items: [], benefits: [] }
  const below = entries.filter(({ path }) => isAtOrBelow(path, database.path))
  const levels = below.filter(({ type }) => type === 'SponsorLevel')
  const sponsors = below.filter(({ type, columns }) => type === 'Sponsor' && columns.review_state === 'published')
  const groups = sponsorsByLevel(
    levels.map(hit => ({ id: idOfPath(hit.path), hit })),
    sponsors.map(hit => ({ level: levelOf(hit.path), hit })),
  )
  return {
    '@id': urlOf(base, database.path),
    items: groups.map(group =>
      presentLevel(
        group.level.hit,
        group.sponsors.map(({ hit }) => hit),
        content,
      ),
    ),
    benefits: presentBenefits(database, levels),
  }
}
