/**
 * A function of a value that nobody changes, computed once for each value, as long as there is one. Values are told
 * apart by their identity.
 */
export function rememberOf<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return key => {
    const found = known.get(key)
    if (found) return found.value
    const value = compute(key)
    known.set(key, { value })
    return value
  }
}

/**
 * As `rememberOf`, for what depends on a second value too, which is told apart by its identity as well. Of each first one
 * the value for the second one that was asked for last is kept.
 */
export function rememberLast<Key extends WeakKey, Other, Value>(
  compute: (key: Key, other: Other) => Value,
): (key: Key, other: Other) => Value {
  const known = new WeakMap<Key, { readonly other: Other; readonly value: Value }>()
  return (key, other) => {
    const last = known.get(key)
    if (last && last.other === other) return last.value
    const value = compute(key, other)
    known.set(key, { other, value })
    return value
  }
}
