import type { FeedItem } from '../../changeFeed/events.js'

/**
 * A function of an embedder that receives the events of the change feed after their commits: each at least once, in
 * order, in one process at a time (docs/embedding.md, Subscribers to changes).
 */
export interface ChangeSubscriber {
  /** The name under which the database stores the position of the subscriber: 1 to 100 characters. */
  readonly name: string
  /**
   * Processes events. If it throws, or takes longer than two minutes, the same events are delivered again, possibly with
   * further ones. Use `position` of an event to recognize a repetition.
   */
  committed(events: readonly FeedItem[]): Promise<void> | void
}
