import { describeValue, isDense, type Kind, kindOf } from './kinds.js'

/** An object with its path: `step` leads to it from its parent, which is of the kind `from`. */
interface Place {
  readonly value: object
  readonly parent: Place | null
  readonly step: string | number
  readonly from: Kind | null
}

interface Walk {
  /** Prototypes outside the language that the codec restores. */
  readonly prototypes: readonly object[]
  readonly seen: Set<object>
  readonly ahead: Place[]
}

/** Stops the walk at the first fault. */
interface Fault {
  readonly what: string
  readonly at: Pick<Place, 'parent' | 'step' | 'from'>
}

/**
 * The reason why a value cannot be shared: a path and the kind of value there, never its content, such as
 * `$.rows[3].when: an instance of Moment`. Null if a codec restores an equal value with the same prototypes: primitive
 * values, dense and sparse arrays, plain objects, maps, sets, dates, regular expressions, errors, bytes, cycles of
 * those, and objects of further `prototypes`, which are not inspected. Rejects values that a codec would change:
 * functions, symbols, accessors, hidden properties, class instances, objects without a prototype (docs/caching.md,
 * Shareable values).
 *
 * Not detected, because checking is too expensive: accessors at array indexes, and named properties of typed arrays.
 */
export function whyNotShareable(value: unknown, prototypes: readonly object[] = []): string | null {
  const walk: Walk = { prototypes, seen: new Set(), ahead: [] }
  const root = { parent: null, step: '$', from: null }
  let fault = enter(walk, value, root)
  for (let place = walk.ahead.pop(); place && !fault; place = walk.ahead.pop()) fault = look(walk, place)
  return fault && `${pathOf(fault.at)}: ${fault.what}`
}

function enter({ seen, ahead }: Walk, value: unknown, at: Fault['at']): Fault | null {
  if (typeof value === 'function' || typeof value === 'symbol') return { what: describeValue(value), at }
  if (typeof value !== 'object' || value === null || seen.has(value)) return null
  seen.add(value)
  ahead.push({ value, ...at })
  return null
}

function look(walk: Walk, place: Place): Fault | null {
  const { value } = place
  if (walk.prototypes.includes(Object.getPrototypeOf(value))) return null
  const kind = kindOf(value)
  switch (kind) {
    case 'object':
      return lookAtProperties(walk, place)
    case 'array':
      return lookAtArray(walk, place, value as readonly unknown[])
    case 'map':
      return lookAtMap(walk, place, value as ReadonlyMap<unknown, unknown>)
    case 'set':
      return hidden(place) ?? lookAtAll(walk, place, { from: kind, values: value as ReadonlySet<unknown> })
    case 'error':
      return hidden(place, ['stack', 'message', 'cause']) ?? lookAtError(walk, place)
    case 'regular-expression':
      return hidden(place, ['lastIndex']) ?? lookAtPosition(place, value as RegExp)
    case 'view':
      return lookAtView(place, value as ArrayBufferView)
    case 'date':
    case 'buffer':
      return hidden(place)
    case 'bare-object':
      return { what: 'an object without a prototype', at: place }
    default:
      return { what: describeValue(value), at: place }
  }
}

function lookAtProperties(walk: Walk, place: Place): Fault | null {
  const { value } = place
  const names = Object.keys(value)
  const isOpen = Object.getOwnPropertyNames(value).length === names.length
  if (!isOpen || Object.getOwnPropertySymbols(value).length > 0)
    return { what: 'an object with hidden properties', at: place }
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(value, name)
    const at: Fault['at'] = { parent: place, step: name, from: 'object' }
    const fault = property?.get || property?.set ? { what: 'an accessor', at } : enter(walk, property?.value, at)
    if (fault) return fault
  }
  return null
}

function lookAtArray(walk: Walk, place: Place, items: readonly unknown[]): Fault | null {
  if (isDense(items)) return lookAtAll(walk, place, { from: 'array', values: items })
  if (Object.getOwnPropertySymbols(items).length > 0) return { what: 'an array with hidden properties', at: place }
  const properties = items as unknown as Readonly<Record<string, unknown>>
  for (const name of Object.keys(items)) {
    const step = /^\d+$/.test(name) ? Number(name) : name
    const fault = enter(walk, properties[name], { parent: place, step, from: 'array' })
    if (fault) return fault
  }
  return null
}

/** Keys and values alternate, as `pathOf` expects. */
function lookAtMap(walk: Walk, place: Place, map: ReadonlyMap<unknown, unknown>): Fault | null {
  return hidden(place) ?? lookAtAll(walk, place, { from: 'map', values: [...map].flat(1) })
}

function lookAtAll(
  walk: Walk,
  parent: Place,
  { from, values }: { readonly from: Kind; readonly values: Iterable<unknown> },
): Fault | null {
  let step = 0
  for (const value of values) {
    const fault = enter(walk, value, { parent, step: step++, from })
    if (fault) return fault
  }
  return null
}

function lookAtError(walk: Walk, place: Place): Fault | null {
  const { message, cause } = Object.getOwnPropertyDescriptors(place.value as Error)
  if (message && typeof message.value !== 'string') return { what: 'an error whose message is no text', at: place }
  return cause ? enter(walk, cause.value, { parent: place, step: 'cause', from: 'error' }) : null
}

function lookAtPosition(place: Place, { lastIndex }: RegExp): Fault | null {
  return lastIndex === 0 ? null : { what: 'a regular expression in the middle of a text', at: place }
}

function lookAtView(place: Place, view: ArrayBufferView): Fault | null {
  const isShared = Object.prototype.toString.call(view.buffer) === '[object SharedArrayBuffer]'
  if (isShared) return { what: 'bytes that threads share', at: place }
  return Object.getOwnPropertySymbols(view).length > 0 ? { what: 'bytes with hidden properties', at: place } : null
}

/** Rejects extra own properties of built-in objects, because codecs lose them. */
function hidden(place: Place, allowed: readonly string[] = []): Fault | null {
  const names = Reflect.ownKeys(place.value)
  const isKnown = names.every(name => typeof name === 'string' && allowed.includes(name))
  return isKnown ? null : { what: 'a built-in object with properties of its own', at: place }
}

const maxPathLength = 200

function pathOf(at: Fault['at']): string {
  const steps: string[] = []
  for (let place: Fault['at'] | null = at; place; place = place.parent) steps.push(wordStep(place))
  const path = steps.reverse().join('')
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path
}

function wordStep({ step, from }: Fault['at']): string {
  if (typeof step === 'string')
    return from === null ? step : /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  if (from === 'map') return step % 2 === 0 ? `[key ${step / 2}]` : `[value ${(step - 1) / 2}]`
  return from === 'set' ? `[item ${step}]` : `[${step}]`
}
