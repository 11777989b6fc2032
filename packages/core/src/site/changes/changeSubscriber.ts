import type { FeedItem } from '../../changeFeed/events.js'

/**
 * An application's function that receives the events of the change feed after their commits. It receives each event at
 * least once, in order, and in only one process at a time (docs/embedding.md, Subscribers to changes).
 */
export interface ChangeSubscriber {
  /** The name under which the position of the subscriber is stored: 1 to 100 characters. */
  readonly name: string
  /**
   * Processes events. If this function throws or takes longer than two minutes, the same events are delivered again,
   * possibly with further events. The `position` of an event identifies duplicates.
   */
  committed(events: readonly FeedItem[]): Promise<void> | void
}
