import type { Instant } from '../../foundation/instants.js'

/**
 * The items with times that never decrease, although the clock may have been set back: an item that is earlier than
 * `last` or than the item before it gets that time. 5, 3, 7 -> 5, 5, 7 (docs/content-and-access.md, Versions, rule 5).
 */
export function withMonotonicTimes<T extends { readonly time: Instant }>(
  items: readonly T[],
  last: Instant | null,
): readonly T[] {
  let latest = last ?? Number.NEGATIVE_INFINITY
  return items.map(item => {
    latest = Math.max(latest, item.time)
    return item.time === latest ? item : { ...item, time: latest }
  })
}
