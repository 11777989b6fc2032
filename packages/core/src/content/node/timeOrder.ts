import type { Instant } from '../../foundation/instants.js'

/**
 * Raises times that are earlier than `last` or than the previous item, so that times never decrease even if the clock
 * was set back: 5, 3, 7 -> 5, 5, 7 (docs/content-and-access.md, Versions, rule 5).
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
