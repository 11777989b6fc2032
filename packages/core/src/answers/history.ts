/** The author of an entry. `id` is empty for a visitor. */
export type HistoryActor = {
  readonly '@id': string
  /** The full name, or the user id if the user has no full name or no longer exists. */
  readonly fullname: string
  readonly id: string
  readonly username: null
}

/**
 * A transition in one workflow. The entry also contains the workflow's own variables, and the id of the new state under
 * the name of the state variable (`review_state` in the shipped workflows).
 */
export type TransitionEntry = {
  readonly type: 'workflow'
  /** The id of the transition. For the creation of the object, the translated word for "Create". */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  readonly state_title: string
  /** The time in UTC (ISO 8601). */
  readonly time: string
  readonly transition_title: string
  readonly workflow_id: string
  /**
   * The id of the user who planned the transition. Null if the workflow triggered the transition. Absent for
   * transitions that a user requested directly.
   */
  readonly planned_by?: string | null
}

/** A saved version of the object. */
export type VersionEntry = {
  readonly type: 'versioning'
  /** The URL of the version. */
  readonly '@id': string
  /** The translated word for "Edited", as in `transition_title`. */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  /** Whether the caller may revert the object to this version. */
  readonly may_revert: boolean
  /** The time in UTC (ISO 8601). */
  readonly time: string
  readonly transition_title: string
  /** The version number, from 0. */
  readonly version: number
  readonly workflow_id: null
}

/** A release of the schedule of an event. */
export type ReleaseEntry = {
  readonly type: 'release'
  /** The URL of the release. */
  readonly '@id': string
  /** The translated words for "Schedule released", as in `transition_title`. */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  /** The name of the release, such as `1.0`. */
  readonly state_title: string
  /** The time in UTC (ISO 8601). */
  readonly time: string
  readonly transition_title: string
  readonly workflow_id: null
}

/**
 * An entry of `GET {path}/@history`, which lists the newest entries first (docs/workflow-and-history.md, Merged
 * history).
 */
export type HistoryEntry = TransitionEntry | VersionEntry | ReleaseEntry

/** A piece of text that occurs in both versions or in only one of them. */
export type DifferencePiece = {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * A field with different values. All pieces except `added` pieces form the first value. All pieces except `removed`
 * pieces form the second value.
 */
export type FieldDifference = {
  readonly name: string
  readonly title: string
  readonly pieces: readonly DifferencePiece[]
}

/** `GET {path}/@history/{one}/@diff/{two}` (docs/workflow-and-history.md, Differences). */
export type DifferencesPayload = {
  readonly '@id': string
  /** A version number, or `current` for the current object. */
  readonly one: string
  readonly two: string
  readonly fields: readonly FieldDifference[]
}

/** `PATCH {path}/@history` (docs/workflow-and-history.md, Versions and revert). */
export type RevertPayload = {
  /** A sentence in the language of the request. */
  readonly message: string
}
