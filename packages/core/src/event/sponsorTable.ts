import type { SponsorBenefit } from '../answers/sponsors.js'

export interface LevelSponsors<L, S> {
  readonly level: L
  readonly sponsors: readonly S[]
}

/**
 * Groups sponsors by level, in the order of `levels` and `sponsors`. The result includes levels without sponsors, and
 * omits sponsors whose level is not in `levels` (docs/schedule.md, Sponsors).
 *
 * @example
 * const groups = sponsorsByLevel([{ id: 'gold' }], [{ level: 'gold', name: 'Compost & Co' }])
 * // groups[0].sponsors[0].name: 'Compost & Co'
 */
export function sponsorsByLevel<L extends { readonly id: string }, S extends { readonly level: string }>(
  levels: readonly L[],
  sponsors: readonly S[],
): LevelSponsors<L, S>[] {
  const groups = new Map(levels.map(({ id }): [string, S[]] => [id, []]))
  for (const sponsor of sponsors) groups.get(sponsor.level)?.push(sponsor)
  return levels.map(level => ({ level, sponsors: groups.get(level.id) ?? [] }))
}

/** A benefit that an event offers to sponsors. */
export type BenefitRow = Omit<SponsorBenefit, 'levels'>

/**
 * The benefits that a level includes. `code` is the id of a benefit, and `value` is the amount, such as `4 tickets`.
 */
export interface LevelBenefits {
  readonly id: string
  readonly benefits: readonly { readonly code: string; readonly value?: string }[]
}

/**
 * Builds the table of benefits: a row per benefit, with the amount for each level that includes the benefit
 * (docs/schedule.md, Benefits). If an id or a code is repeated, the last entry takes precedence.
 *
 * @example
 * const tickets = { id: 'tickets', title: 'Tickets', description: '' }
 * benefitTable([tickets], [{ id: 'gold', benefits: [{ code: 'tickets', value: '4' }] }])
 * // [{ id: 'tickets', title: 'Tickets', description: '', levels: { gold: '4' } }]
 */
export function benefitTable(rows: readonly BenefitRow[], levels: readonly LevelBenefits[]): readonly SponsorBenefit[] {
  const distinct = new Map(rows.map(row => [row.id, row]))
  return [...distinct.values()].map(({ id, title, description }) => ({
    id,
    title,
    description,
    levels: Object.fromEntries(levels.flatMap(level => offersOf(id, level))),
  }))
}

/**
 * Returns a list with one pair, which consists of the level id and the amount, or an empty list if the level does not
 * include the benefit.
 */
function offersOf(benefit: string, { id, benefits }: LevelBenefits): readonly (readonly [string, string])[] {
  const offer = benefits.findLast(({ code }) => code === benefit)
  return offer ? [[id, offer.value ?? '']] : []
}
