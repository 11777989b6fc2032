/**
 * Memoizes a function of an immutable object, which is compared by identity. A cached result can be garbage-collected
 * together with the object.
 */
export function memoizeByIdentity<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, { readonly value: Value }>()
  return key => {
    const cached = cache.get(key)
    if (cached) return cached.value
    const value = compute(key)
    cache.set(key, { value })
    return value
  }
}

/**
 * Memoizes a function of an immutable object and a second argument, which are compared by identity. For each object,
 * only the result for the latest second argument is cached.
 */
export function memoizeLast<Key extends WeakKey, Argument, Value>(
  compute: (key: Key, argument: Argument) => Value,
): (key: Key, argument: Argument) => Value {
  const cache = new WeakMap<Key, { readonly argument: Argument; readonly value: Value }>()
  return (key, argument) => {
    const last = cache.get(key)
    if (last && last.argument === argument) return last.value
    const value = compute(key, argument)
    cache.set(key, { argument, value })
    return value
  }
}
