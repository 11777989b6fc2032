/** The links to the pages of a listing (docs/http-answers.md, Batches). */
export type BatchLinks = {
  /** The URL of this page. */
  readonly '@id': string
  readonly first: string
  readonly last: string
  /** The URL of the next page. Absent on the last page. */
  readonly next?: string
  /** The URL of the previous page. Absent on the first page. */
  readonly prev?: string
}

/** A page of a listing. */
export type Batched<Item> = {
  readonly items: readonly Item[]
  /** The number of items on all pages. Absent if the listing is not batched. */
  readonly items_total?: number
  /** The links to the pages. Absent if one page contains all items. */
  readonly batching?: BatchLinks
  /** The same links as `batching`, under the key in responses to `GET {path}/@aliases`. */
  readonly links?: BatchLinks
}

/** A page of a listing. `@id` is the URL of the listing without the parameters for batching or sorting. */
export type ListingPayload<Item> = { readonly '@id': string } & Batched<Item>
