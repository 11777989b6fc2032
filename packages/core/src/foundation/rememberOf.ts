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
