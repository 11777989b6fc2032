/** The links between the pages of a listing (docs/http-answers.md, Batches). */
export type BatchLinks = {
  readonly '@id': string
  readonly first: string
  readonly last: string
  /** The URL of the next page. The key is omitted on the last page. */
  readonly next?: string
  /** The URL of the previous page. The key is omitted on the first page. */
  readonly prev?: string
}

/** A page of a listing. */
export type Batched<Item> = {
  readonly items: readonly Item[]
  /** The number of items on all pages. The key is omitted if the listing is not divided into pages. */
  readonly items_total?: number
  /** The links between the pages. The key is omitted if one page contains all items. */
  readonly batching?: BatchLinks
  /** The same links as in `batching`. Only responses to `GET {path}/@aliases` contain this key. */
  readonly links?: BatchLinks
}

/** A page of a listing. `@id` is the URL of the listing without batch and sort parameters. */
export type ListingPayload<Item> = { readonly '@id': string } & Batched<Item>
