import type { Instant } from '../../foundation/instants.js'

/**
 * What happens to an object is never earlier than what happened to it before, though the clock may have gone back
 * (docs/content-and-access.md, Versions, rule 5): the same in their order, none earlier than `last` or than the one
 * before it.
 */
export function neverEarlier<T extends { readonly time: Instant }>(
  items: readonly T[],
  last: Instant | null,
): readonly T[] {
  let latest = last ?? Number.NEGATIVE_INFINITY
  return items.map(item => {
    latest = Math.max(latest, item.time)
    return item.time === latest ? item : { ...item, time: latest }
  })
}
