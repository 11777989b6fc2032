import type { ChosenTerm, RichTextValue } from './stockFields.js'
import type { Summary } from './summary.js'
import type { SocialLink, TitledTerm } from './terms.js'

/** A row of the event settings. `color` is a colour such as `#2b6cb0`; `duration` is in minutes. */
export type EventRowPayload = {
  readonly '@id': string | null
  readonly id: string
  readonly title: string
  readonly color?: string | null
  readonly duration?: number | null
}

/** Fields of an event root (docs/schedule.md, Event settings). */
export type EventFields = {
  /** IANA name of the time zone. */
  readonly timezone?: string | null
  readonly tracks?: readonly EventRowPayload[]
  readonly levels?: readonly EventRowPayload[]
  readonly audience?: readonly EventRowPayload[]
  readonly durations_keynote?: readonly EventRowPayload[]
  readonly durations_talk?: readonly EventRowPayload[]
  readonly durations_training?: readonly EventRowPayload[]
  readonly schedule_review_states?: readonly TitledTerm[] | null
  /** Dates from start to end in the time zone of the event: `2027-05-01`. */
  readonly days?: readonly string[]
}

/** A talk in a session of lightning talks. */
export type LightningTalk = {
  readonly '@id': string | null
  readonly id: string | null
  readonly title: string
  readonly presenters: string
}

/** Fields of slots and sessions (docs/schedule.md, Types of events). */
export type SessionFields = {
  readonly room?: readonly TitledTerm[] | null
  readonly slot_category?: ChosenTerm | null
  /** Summaries, with `UID`, of the presenters that the caller may see. */
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

/** A presenter's published sessions of one type. */
export type PresenterActivity = {
  /** Id of the type: Keynote, Training or Talk. */
  readonly '@id': string
  readonly '@type': string
  readonly title: string
  /** The sessions, sorted by start. */
  readonly items: readonly Summary[]
}

/** Fields and computed keys of a presenter. */
export type PresenterFields = {
  readonly categories?: readonly TitledTerm[] | null
  readonly activities?: readonly PresenterActivity[]
  /** The chosen categories, and one label for each type of published session. */
  readonly labels?: readonly TitledTerm[]
  readonly email?: string | null
}

/** A row of benefits. Rows of a sponsors database have a `description`; rows of a level have `code` and `value`. */
export type BenefitRowPayload = {
  readonly '@id': string | null
  readonly id: string | null
  readonly title: string | null
  readonly description?: string | null
  readonly code?: ChosenTerm | null
  readonly value?: string | null
}

/** Fields of sponsors, levels and the sponsors database (docs/schedule.md, Sponsors). */
export type SponsorFields = {
  readonly benefits?: readonly BenefitRowPayload[]
  readonly price?: string | null
  readonly color?: string | null
  /** The social links of presenters and sponsors. */
  readonly social_links?: readonly SocialLink[]
}
