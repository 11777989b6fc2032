/**
 * Memoizes a function of an immutable object. Keys are compared by identity; a result is cached as long as its key
 * exists.
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
 * Like `memoizeByIdentity`, but with a second argument, also compared by identity. Caches one result per key: the one
 * for the latest second argument.
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
