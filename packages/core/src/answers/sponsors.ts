import type { Summary } from './summary.js'

/** A sponsorship level and its published sponsors. */
export type SponsorLevel = {
  readonly '@id': string
  /** The last segment of the level's path. */
  readonly id: string
  readonly title: string
  readonly items: readonly Summary[]
  readonly has_sponsors: boolean
  readonly exclude_from_nav: boolean
  /** The image scales, as in the summary, or `{}` if there is no image. */
  readonly image_scales: NonNullable<Summary['image_scales']>
}

/** A benefit that an event offers to sponsors (docs/schedule.md, Benefits). */
export type SponsorBenefit = {
  readonly id: string
  readonly title: string
  readonly description: string
  /**
   * The amount of the benefit by level id, for each level that includes the benefit. The amount is an empty string if
   * the level does not specify it.
   */
  readonly levels: Readonly<Record<string, string>>
}

/** The response to `GET {event}/@sponsors` (docs/schedule.md, Sponsors). */
export type SponsorsPayload = {
  /** The URL of the sponsors database, or of the endpoint if the caller cannot view the database. */
  readonly '@id': string
  /** The levels that the caller can view, in the order of the container, including levels without sponsors. */
  readonly items: readonly SponsorLevel[]
  readonly benefits: readonly SponsorBenefit[]
}
