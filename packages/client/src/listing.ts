import type { Batched } from '@plenum/core/answers'

/** A list that the service returns in batches. */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** The batches, with `items_total`. The next batch is requested when the loop needs it. */
  batches(): AsyncIterable<Batched<Item>>
}

/** Creates a listing. `read` returns the first batch for null, and otherwise the batch with this query string. */
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
 * Only the query string of the link to the next batch is used: the service can have another public URL than the base URL,
 * which must not receive the token.
 */
function nextQuery({ batching, links }: Batched<unknown>): string | null {
  const next = batching?.next ?? links?.next
  return next === undefined ? null : new URL(next).search
}
