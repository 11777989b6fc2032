/** Cached JSON by object. An empty text is a placeholder: the first use replaces it with the JSON. */
const texts = new WeakMap<object, string>()

/**
 * Caches the JSON of a value that many answers contain; the first answer serializes it. Deep-freezes the value, so that
 * it always matches its JSON.
 */
export function shareText<Value extends object>(value: Value): Value {
  freeze(value)
  texts.set(value, '')
  return value
}

function freeze(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) freeze(part)
}

export function cacheTextOf(value: object, text: string): void {
  texts.set(value, text)
}

export const hasText = (value: object): boolean => texts.has(value)

/** The cached JSON of a value; undefined if its JSON is not cached. */
export function textOf(value: object): string | undefined {
  const cached = texts.get(value)
  if (cached !== '') return cached
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}
