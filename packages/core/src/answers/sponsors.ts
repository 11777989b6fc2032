import type { Summary } from './summary.js'

/** A sponsorship level with its published sponsors. */
export type SponsorLevel = {
  readonly '@id': string
  /** Last part of the path. */
  readonly id: string
  readonly title: string
  readonly items: readonly Summary[]
  readonly has_sponsors: boolean
  readonly exclude_from_nav: boolean
  /** As in a summary; without an image `{}`. */
  readonly image_scales: NonNullable<Summary['image_scales']>
}

/** A benefit that an event offers to sponsors (docs/schedule.md, Benefits). */
export type SponsorBenefit = {
  readonly id: string
  readonly title: string
  readonly description: string
  /** The extent by the id of each level that has the benefit; an empty text when it has no detail. */
  readonly levels: Readonly<Record<string, string>>
}

/** `GET {event}/@sponsors` (docs/schedule.md, Sponsors). */
export type SponsorsPayload = {
  /** URL of the sponsors database; of the endpoint when the caller sees none. */
  readonly '@id': string
  /** Visible levels in folder order, including those without sponsors. */
  readonly items: readonly SponsorLevel[]
  readonly benefits: readonly SponsorBenefit[]
}
