/** News as visitors see them, for feeds (docs/schedule.md, Feeds and files). */
export interface PublishedNews {
  readonly title: string
  /** URL of the object that contains the news; `self` is the URL of the feed itself. */
  readonly url: string
  readonly self: string
  readonly host: string
  /** Newest first. */
  readonly entries: readonly NewsEntry[]
}

/** A news item. */
export interface NewsEntry {
  readonly uid: string
  readonly url: string
  readonly title: string
  readonly description: string
  readonly authors: readonly string[]
  /** Dates as `2027-05-01T09:00:00Z`. */
  readonly published: string
  readonly updated: string
}
