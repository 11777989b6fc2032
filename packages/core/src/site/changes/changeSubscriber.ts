import type { FeedItem } from '../../changeFeed/events.js'

/**
 * A function of the application that receives the committed events of the change feed at least once, in order, and in
 * only one process at a time (docs/embedding.md, Subscribers to changes).
 */
export interface ChangeSubscriber {
  /** The name under which the position of the subscriber is stored. It has 1 to 100 characters. */
  readonly name: string
  /**
   * Processes events. If this function throws or takes longer than two minutes, the same events are delivered again,
   * possibly with newer events. Duplicates can be identified by the `position` of an event.
   */
  committed(events: readonly FeedItem[]): Promise<void> | void
}
