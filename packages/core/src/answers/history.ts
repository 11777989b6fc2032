/** The author of a history entry. `id` is an empty string if the author was a visitor. */
export type HistoryActor = {
  readonly '@id': string
  /** The full name of the author, or the user id if the author has no full name or has been deleted. */
  readonly fullname: string
  readonly id: string
  readonly username: null
}

/**
 * An entry for a transition in one workflow. It also contains the variables of the workflow, and the id of the new
 * state under the name of the state variable (`review_state` in the shipped workflows).
 */
export type TransitionEntry = {
  readonly type: 'workflow'
  /** The id of the transition or, for the creation of the object, the translation of "Create". */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  readonly state_title: string
  /** The time of the transition in UTC (ISO 8601). */
  readonly time: string
  readonly transition_title: string
  readonly workflow_id: string
  /**
   * The id of the user who planned the transition, or null if the workflow triggered the transition. The key is omitted
   * for transitions that a user requested directly.
   */
  readonly planned_by?: string | null
}

/** An entry for a saved version of the object. */
export type VersionEntry = {
  readonly type: 'versioning'
  readonly '@id': string
  /** The translation of "Edited", which `transition_title` also contains. */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  readonly may_revert: boolean
  /** The time when the version was saved, in UTC (ISO 8601). */
  readonly time: string
  readonly transition_title: string
  /** The version number. The first version has the number 0. */
  readonly version: number
  readonly workflow_id: null
}

/** An entry for a release of an event's schedule. */
export type ReleaseEntry = {
  readonly type: 'release'
  readonly '@id': string
  /** The translation of "Schedule released", which `transition_title` also contains. */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  /** The name of the release, such as `1.0`. */
  readonly state_title: string
  /** The time of the release in UTC (ISO 8601). */
  readonly time: string
  readonly transition_title: string
  readonly workflow_id: null
}

/**
 * An entry in the response to `GET {path}/@history`, which lists the newest entries first
 * (docs/workflow-and-history.md, Merged history).
 */
export type HistoryEntry = TransitionEntry | VersionEntry | ReleaseEntry

/** A part that occurs in both compared values or in only one of them. */
export type DifferencePiece = {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * A field whose two compared values differ. The pieces with the kinds `same` and `removed` form the first value. The
 * pieces with the kinds `same` and `added` form the second value.
 */
export type FieldDifference = {
  readonly name: string
  readonly title: string
  readonly pieces: readonly DifferencePiece[]
}

/** The response to `GET {path}/@history/{one}/@diff/{two}` (docs/workflow-and-history.md, Differences). */
export type DifferencesPayload = {
  readonly '@id': string
  /** A version number, or `current` for the current object. */
  readonly one: string
  readonly two: string
  readonly fields: readonly FieldDifference[]
}

/** The response to `PATCH {path}/@history` (docs/workflow-and-history.md, Versions and revert). */
export type RevertPayload = {
  /** A confirmation in the language of the request. */
  readonly message: string
}
