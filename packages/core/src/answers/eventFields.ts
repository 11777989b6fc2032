import type { ChosenTerm, RichTextValue } from './stockFields.js'
import type { Summary } from './summary.js'
import type { SocialLink, TitledTerm } from './terms.js'

/** A row of the event settings. `color` is a CSS color such as `#2b6cb0`. `duration` is in minutes. */
export type EventRowPayload = {
  readonly '@id': string | null
  readonly id: string
  readonly title: string
  readonly color?: string | null
  readonly duration?: number | null
}

/** The fields of an event root (docs/schedule.md, Event settings). */
export type EventFields = {
  /** The IANA name of the event's time zone. */
  readonly timezone?: string | null
  readonly tracks?: readonly EventRowPayload[]
  readonly levels?: readonly EventRowPayload[]
  readonly audience?: readonly EventRowPayload[]
  readonly durations_keynote?: readonly EventRowPayload[]
  readonly durations_talk?: readonly EventRowPayload[]
  readonly durations_training?: readonly EventRowPayload[]
  readonly schedule_review_states?: readonly TitledTerm[] | null
  /** Whether visitors see releases of the schedule instead of the current schedule. */
  readonly release_schedule?: boolean
  /** Whether presenters receive emails about releases. */
  readonly mail_presenters?: boolean
  /** The dates of the event in the time zone of the event, each in the form `2027-05-01`. */
  readonly days?: readonly string[]
}

/**
 * A period when a presenter is available, in UTC (ISO 8601). If `start` or `end` is null, the period is unlimited in
 * this direction.
 */
export type AvailabilityRow = {
  readonly '@id': string | null
  readonly id: string | null
  readonly start: string | null
  readonly end: string | null
}

/** A talk in a session of lightning talks. */
export type LightningTalk = {
  readonly '@id': string | null
  readonly id: string | null
  readonly title: string
  readonly presenters: string
}

/** The fields of slots and sessions (docs/schedule.md, Types of events). */
export type SessionFields = {
  readonly room?: readonly TitledTerm[] | null
  readonly slot_category?: ChosenTerm | null
  /** The summaries, including `UID`, of the presenters that the caller can view. */
  readonly presenters?: readonly Summary[]
  readonly session_level?: readonly TitledTerm[] | null
  readonly session_audience?: readonly TitledTerm[] | null
  readonly session_track?: readonly TitledTerm[] | null
  readonly session_language?: ChosenTerm | null
  readonly session_video?: string | null
  readonly duration?: ChosenTerm | null
  readonly requirements?: RichTextValue | null
  readonly total_seats?: number | null
  readonly talks?: readonly LightningTalk[]
}

/** The published sessions of a presenter that have the same type. */
export type PresenterActivity = {
  /** The id of the session type: Keynote, Training or Talk. */
  readonly '@id': string
  readonly '@type': string
  readonly title: string
  /** The sessions, sorted by start. */
  readonly items: readonly Summary[]
}

/** The fields and computed keys of a presenter. */
export type PresenterFields = {
  readonly categories?: readonly TitledTerm[] | null
  readonly activities?: readonly PresenterActivity[]
  /**
   * The labels of the presenter: the selected categories, and one label for each type of the presenter's published
   * sessions.
   */
  readonly labels?: readonly TitledTerm[]
  readonly email?: string | null
  /**
   * The periods when the presenter is available, in UTC (ISO 8601). The key is included only for callers who can modify
   * the presenter.
   */
  readonly availability?: readonly AvailabilityRow[]
  /**
   * Whether the presenter has opted out of emails about releases. The key is included only for callers who may modify
   * the presenter.
   */
  readonly mail_optout?: boolean
}

/**
 * A benefit. In a sponsors database, the benefit contains a `description`. In a level, it contains `code` and `value`.
 */
export type BenefitRowPayload = {
  readonly '@id': string | null
  readonly id: string | null
  readonly title: string | null
  readonly description?: string | null
  readonly code?: ChosenTerm | null
  readonly value?: string | null
}

/** The fields of sponsors, levels and the sponsors database (docs/schedule.md, Sponsors). */
export type SponsorFields = {
  readonly benefits?: readonly BenefitRowPayload[]
  readonly price?: string | null
  readonly color?: string | null
  readonly social_links?: readonly SocialLink[]
}
