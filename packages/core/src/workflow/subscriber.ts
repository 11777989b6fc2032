import type { ContentNode } from '../content/node/node.js'
import type { Caller } from '../security/caller.js'

/** One step of one object: for `before` the object as it is, for `after` as it will be. */
export interface MoveEvent {
  readonly object: ContentNode
  readonly container: ContentNode | null
  readonly caller: Caller
  readonly workflow: string
  /** Null when the object is being made and enters the workflow. */
  readonly transition: string | null
  /** Null when the object is being made. */
  readonly from: string | null
  readonly to: string
  readonly comments: string
}

/** A further transition of the same object, in the same change; guards are not asked. */
export interface FurtherMove {
  readonly transition: string
  /** The workflow to run it in; the first that is able to when it is left out. */
  readonly workflow?: string
}

/**
 * Takes part in moves. Synchronous functions of values that may be called again for the same move, when another
 * writer was first: what they do outside has to wait for the commit (docs/workflow-and-history.md, Subscribers, rule
 * 4).
 */
export interface MoveSubscriber {
  /** A sentence that is told to the caller when the step must not be; catalogs may word it. Nothing is written then. */
  before?(event: MoveEvent): string | undefined
  /** Further moves, or a sentence that stops all of it. */
  after?(event: MoveEvent): readonly FurtherMove[] | string | undefined
}
