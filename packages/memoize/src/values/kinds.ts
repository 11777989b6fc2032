/** The kinds of built-in objects. Instances of other classes have no kind. */
export type Kind =
  | 'object'
  | 'bare-object'
  | 'array'
  | 'map'
  | 'set'
  | 'date'
  | 'regular-expression'
  | 'error'
  | 'buffer'
  | 'view'

const kinds = new Map<object, Kind>([
  [Map.prototype, 'map'],
  [Set.prototype, 'set'],
  [Date.prototype, 'date'],
  [RegExp.prototype, 'regular-expression'],
  [ArrayBuffer.prototype, 'buffer'],
  ...[Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    ({ prototype }): [object, Kind] => [prototype, 'error'],
  ),
  ...[
    ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array],
    ...[Float64Array, BigInt64Array, BigUint64Array, DataView],
  ].map(({ prototype }): [object, Kind] => [prototype, 'view']),
])

/**
 * Returns the kind of an object. Returns null for instances of other classes, including subclasses, and for objects
 * that imitate a built-in object with `Object.create`.
 */
export function kindOf(value: object): Kind | null {
  const prototype: object | null = Object.getPrototypeOf(value)
  if (prototype === null) return 'bare-object'
  // In every realm, the prototype of an array is itself an array, but the prototype of a subclass instance is not.
  if (Array.isArray(value)) return Array.isArray(prototype) ? 'array' : null
  const kind = kinds.get(prototype)
  if (kind === undefined) return isPlain(value, prototype) ? 'object' : null
  return isGenuine(value, kind) ? kind : null
}

function isPlain(value: object, prototype: object): boolean {
  // Plain objects from other realms are also accepted. Their root prototype is recognized by its own property
  // `isPrototypeOf`.
  const isRoot = prototype === Object.prototype || Object.hasOwn(prototype, 'isPrototypeOf')
  return isRoot && tagOf(value) !== 'Arguments' && tagOf(value) !== 'Error'
}

export const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)

/**
 * Whether an object was created as an object of this kind. The check uses built-in functions that read internal slots,
 * because `Object.create` can set any prototype.
 */
function isGenuine(value: object, kind: Kind): boolean {
  switch (kind) {
    case 'map':
      return succeeds(() => Map.prototype.has.call(value, value))
    case 'set':
      return succeeds(() => Set.prototype.has.call(value, value))
    case 'buffer':
      return succeeds(() => ArrayBuffer.prototype.slice.call(value, 0, 0))
    case 'view':
      return ArrayBuffer.isView(value)
    default:
      return ['Date', 'RegExp', 'Error'].includes(tagOf(value))
  }
}

function succeeds(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

/**
 * Whether an array has no holes and no extra properties. The keys of an array are its indexes, then `length`, then
 * extra properties.
 */
export function isDense(items: readonly unknown[]): boolean {
  const keys = Reflect.ownKeys(items)
  return keys.length === items.length + 1 && keys[items.length] === 'length'
}

export function describeValue(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  if (typeof value !== 'object' || value === null) return `a value of type ${typeof value}`
  return `an instance of ${className(value)}`
}

function className(value: object): string {
  const prototype: object | null = Object.getPrototypeOf(value)
  const maker: unknown = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  const name: unknown = typeof maker === 'function' ? Object.getOwnPropertyDescriptor(maker, 'name')?.value : undefined
  return typeof name === 'string' && name !== '' ? name.slice(0, 80) : 'a class without a name'
}
