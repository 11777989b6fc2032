/** The links between the batches of a listing (docs/http-answers.md, Batches). */
export type BatchLinks = {
  readonly '@id': string
  readonly first: string
  readonly last: string
  /** The URL of the next batch. The key is omitted in the last batch. */
  readonly next?: string
  /** The URL of the previous batch. The key is omitted in the first batch. */
  readonly prev?: string
}

/** A batch of a listing. */
export type Batched<Item> = {
  readonly items: readonly Item[]
  /** The total number of items in the listing. The key is omitted if the listing is not divided into batches. */
  readonly items_total?: number
  /** The links between the batches. The key is omitted if one batch contains all items. */
  readonly batching?: BatchLinks
  /** The same links as in `batching`. Only responses to `GET {path}/@aliases` contain this key. */
  readonly links?: BatchLinks
}

/** A batch of a listing. `@id` is the URL of the listing without batch and sort parameters. */
export type ListingPayload<Item> = { readonly '@id': string } & Batched<Item>
