import type { ContentNode } from '../content/node/node.js'
import type { Caller } from '../security/caller.js'

/** One transition of one object. `before` gets the object before the transition, `after` the object after it. */
export interface MoveEvent {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  readonly workflow: string
  /** Null when the object is created and enters the workflow. */
  readonly transition: string | null
  /** The state before; null when the object is created. */
  readonly from: string | null
  readonly to: string
  readonly comments: string
}

/** A further transition of the same object in the same transaction; its guard is not checked. */
export interface FurtherMove {
  readonly transition: string
  /** The id of the workflow; by default the first workflow that can run the transition. */
  readonly workflow?: string
}

/**
 * Functions that an embedder adds to transitions. They must be synchronous and without side effects, because they run
 * again when the transaction is retried. Side effects have to wait for the commit (docs/workflow-and-history.md,
 * Subscribers, rule 4).
 */
export interface MoveSubscriber {
  /** Returns a sentence to stop the transition: the caller sees it (catalogs can translate it); nothing is written. */
  before?(event: MoveEvent): string | undefined
  /** Returns further transitions to run, or a sentence that stops the whole move. */
  after?(event: MoveEvent): readonly FurtherMove[] | string | undefined
}
