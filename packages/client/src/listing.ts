import type { Batched } from '@plenum/core/answers'

/** A list that is requested in batches during the iteration. */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** Yields the batches, which include `items_total`. Each batch is requested when the loop reaches it. */
  batches(): AsyncIterable<Batched<Item>>
}

/**
 * Creates a listing. The `read` function returns the first batch if its argument is null, and otherwise the batch that
 * the given query string selects.
 */
export function listingOf<Item>(read: (query: string | null) => Promise<Batched<Item>>): Listing<Item> {
  async function* batches(): AsyncGenerator<Batched<Item>> {
    let query: string | null = null
    do {
      const batch: Batched<Item> = await read(query)
      yield batch
      query = nextQuery(batch)
    } while (query !== null)
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const batch of batches()) yield* batch.items
  }
  return { batches, [Symbol.asyncIterator]: items }
}

/**
 * Returns the query string of the link to the next batch, or null if there is no next batch. The rest of the link is
 * ignored, because the public URL of the service can differ from the base URL, and the token must not be sent to
 * another URL.
 */
function nextQuery({ batching, links }: Batched<unknown>): string | null {
  const next = batching?.next ?? links?.next
  return next === undefined ? null : new URL(next).search
}
