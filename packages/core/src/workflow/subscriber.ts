import type { ContentNode } from '../content/node/node.js'
import type { Caller } from '../security/caller.js'

/**
 * A transition of an object. `before` receives the object before the transition, and `after` receives it after the
 * transition.
 */
export interface TransitionEvent {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  readonly workflow: string
  /** The id of the transition, or null if a new object enters the workflow. */
  readonly transition: string | null
  /** The previous state, or null for a new object. */
  readonly from: string | null
  readonly to: string
  readonly comments: string
}

/** An additional transition of the same object in the same transaction. The guard of this transition is not checked. */
export interface FollowUpTransition {
  readonly transition: string
  /** The id of the workflow. Defaults to the first workflow that can run the transition. */
  readonly workflow?: string
}

/**
 * The hooks of an application for transitions. They must be synchronous and free of side effects, because they run
 * again if the transaction is retried. Side effects must wait until the commit (docs/workflow-and-history.md,
 * Subscribers, rule 4).
 */
export interface TransitionSubscriber {
  /**
   * Returns a sentence to abort the transition. Nothing is then written, and the caller sees the sentence, which
   * catalogs can translate.
   */
  before?(event: TransitionEvent): string | undefined
  /** Returns follow-up transitions to run, or a sentence to abort the transition and all its follow-ups. */
  after?(event: TransitionEvent): readonly FollowUpTransition[] | string | undefined
}
