/** Links to the pages of a listing (docs/http-answers.md, Batches). */
export type BatchLinks = {
  /** URL of this page. */
  readonly '@id': string
  readonly first: string
  readonly last: string
  /** URL of the next page; absent on the last page. */
  readonly next?: string
  /** URL of the previous page; absent on the first page. */
  readonly prev?: string
}

/** A page of a listing. */
export type Batched<Item> = {
  readonly items: readonly Item[]
  /** The number of items on all pages. Absent when the listing is not batched. */
  readonly items_total?: number
  /** Links to the pages; absent when one page contains all items. */
  readonly batching?: BatchLinks
  /** The same links as `batching`: the name of this key in the answer of `@aliases`. */
  readonly links?: BatchLinks
}

/** A page of a listing; `@id` is the URL of the listing without the parameters for batching and sorting. */
export type ListingPayload<Item> = { readonly '@id': string } & Batched<Item>
