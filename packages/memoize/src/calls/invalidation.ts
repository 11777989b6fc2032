/**
 * The result of an invalidation. `function` is null if values of several functions were invalidated, and `removed` is the
 * number of values that were removed from the store; values with an invalidated tag are stale, but are not removed.
 * `unavailable`: RAM was cleared, and the invalidation will be repeated before the store is used again; until then, other
 * instances may serve old values.
 */
export type Invalidation =
  | { readonly kind: 'invalidated'; readonly function: string | null; readonly removed: number }
  | { readonly kind: 'unavailable'; readonly reason: string }
