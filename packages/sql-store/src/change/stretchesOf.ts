const atOnce = 100

/** Chunks in which each object occurs once, so that its stored state stays valid until it is written. */
export function* stretchesOf<Item extends { readonly uid: string }>(
  items: readonly Item[],
): Generator<readonly Item[]> {
  let stretch = new Map<string, Item>()
  for (const item of items) {
    if (stretch.size === atOnce || stretch.has(item.uid)) {
      yield [...stretch.values()]
      stretch = new Map()
    }
    stretch.set(item.uid, item)
  }
  if (stretch.size > 0) yield [...stretch.values()]
}
