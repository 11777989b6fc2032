/** JSON texts of values; empty for those whose text is made when it is first wanted. */
const texts = new WeakMap<object, string>()

/**
 * Has the JSON of a value that many answers contain made once, when the first of them is written. Nobody may change the
 * value afterwards: it is frozen, with all in it.
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

export function keepTextOf(value: object, text: string): void {
  texts.set(value, text)
}

export const hasText = (value: object): boolean => texts.has(value)

/** The JSON of a value whose text is kept; undefined for any other. */
export function textOf(value: object): string | undefined {
  const known = texts.get(value)
  if (known !== '') return known
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}
