/**
 * The result of an invalidation. `function` is null if the values of several functions were invalidated. `removed` is
 * the number of values that were removed from the store. Values with an invalidated tag become stale, but are not
 * removed. `unavailable` means that the values were removed from RAM, but the store could not be reached. In this case,
 * the invalidation is repeated before the store is used again, and other instances may return old values until then.
 */
export type Invalidation =
  | { readonly kind: 'invalidated'; readonly function: string | null; readonly removed: number }
  | { readonly kind: 'unavailable'; readonly reason: string }
