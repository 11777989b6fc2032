import type { FeedItem } from '../../changeFeed/events.js'

/**
 * An embedder's function that receives the events of the change feed after their commits. It receives each event at
 * least once, in order, and in only one process at a time (docs/embedding.md, Subscribers to changes).
 */
export interface ChangeSubscriber {
  /** The name under which the database stores the subscriber's position: 1 to 100 characters. */
  readonly name: string
  /**
   * Processes events. If this function throws an error or takes longer than two minutes, the same events are delivered
   * again, possibly together with further events. Use the `position` of an event to recognize repetitions.
   */
  committed(events: readonly FeedItem[]): Promise<void> | void
}
