/** The user who created an entry. `id` is empty for a visitor. */
export type HistoryActor = {
  readonly '@id': string
  /** The full name, or the id if the user has no full name or no longer exists. */
  readonly fullname: string
  readonly id: string
  readonly username: null
}

/**
 * A transition in one workflow. The entry also contains the id of the new state, under the name of the workflow's state
 * variable (`review_state` in the shipped workflows), and the workflow's own variables.
 */
export type TransitionEntry = {
  readonly type: 'workflow'
  /**
   * The id of the transition or, if the entry is the creation of the object, the word for "Create" in the language of
   * the request.
   */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  readonly state_title: string
  /** The time as ISO 8601 in UTC. */
  readonly time: string
  readonly transition_title: string
  readonly workflow_id: string
  /**
   * The id of the user who planned the transition; null if the workflow itself timed the transition. Absent for
   * transitions that ran on request.
   */
  readonly planned_by?: string | null
}

/** A saved version of the object. */
export type VersionEntry = {
  readonly type: 'versioning'
  /** The URL of the version. */
  readonly '@id': string
  /** The word for "Edited" in the language of the request, as in `transition_title`. */
  readonly action: string
  readonly actor: HistoryActor
  readonly comments: string
  /** Whether the caller may revert the object to this version. */
  readonly may_revert: boolean
  /** The time as ISO 8601 in UTC. */
  readonly time: string
  readonly transition_title: string
  /** The version number; the first version is 0. */
  readonly version: number
  readonly workflow_id: null
}

/**
 * An entry in the response to `GET {path}/@history`, which lists the newest entries first
 * (docs/workflow-and-history.md, Merged history).
 */
export type HistoryEntry = TransitionEntry | VersionEntry

/** A piece of text that occurs in both versions or in only one of the two. */
export type DifferencePiece = {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * A field whose values differ. All pieces except the `added` pieces form the first value; all pieces except the
 * `removed` pieces form the second value.
 */
export type FieldDifference = {
  readonly name: string
  readonly title: string
  readonly pieces: readonly DifferencePiece[]
}

/** `GET {path}/@history/{one}/@diff/{two}` (docs/workflow-and-history.md, Differences). */
export type DifferencesPayload = {
  readonly '@id': string
  /** A version number; `current` for the current object. */
  readonly one: string
  readonly two: string
  readonly fields: readonly FieldDifference[]
}

/** `PATCH {path}/@history` (docs/workflow-and-history.md, Versions and revert). */
export type RevertPayload = {
  /** A sentence in the language of the request. */
  readonly message: string
}
