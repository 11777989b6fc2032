/** The target position: the top, the bottom, or this many positions down (up when negative). */
export type OrderDelta = 'top' | 'bottom' | number

export type Ordering =
  | { readonly ok: true; readonly ids: readonly string[] }
  | { readonly ok: false; readonly reason: 'mismatch' | 'unknown' }

function moveWithin(ids: readonly string[], id: string, delta: OrderDelta): readonly string[] {
  const siblings = ids.filter(sibling => sibling !== id)
  const from = ids.indexOf(id)
  const to =
    delta === 'top' ? 0 : delta === 'bottom' ? siblings.length : Math.min(Math.max(from + delta, 0), siblings.length)
  return siblings.toSpliced(to, 0, id)
}

/**
 * Moves one object among its siblings, or within the subset of siblings that the client sees. Objects outside the
 * subset stay at their positions: in `a x b`, with the subset `a b`, moving `b` to the top gives `b x a`. The subset
 * must be in the current order, otherwise the result is `mismatch` (docs/content-and-access.md, Order of items).
 */
export function reorder(
  ids: readonly string[],
  id: string,
  move: { readonly delta: OrderDelta; readonly subset?: readonly string[] },
): Ordering {
  const subset = move.subset ?? ids
  const [allIds, subsetIds] = [new Set(ids), new Set(subset)]
  if (subset.some(sibling => !allIds.has(sibling))) return { ok: false, reason: 'unknown' }
  const inOrder = ids.filter(sibling => subsetIds.has(sibling))
  if (inOrder.length !== subset.length || inOrder.some((sibling, i) => sibling !== subset[i]))
    return { ok: false, reason: 'mismatch' }
  if (!subsetIds.has(id)) return { ok: true, ids }
  const moved = moveWithin(subset, id, move.delta)[Symbol.iterator]()
  return { ok: true, ids: ids.map(sibling => (subsetIds.has(sibling) ? (moved.next().value ?? sibling) : sibling)) }
}
