import { describeValue, isDense, type Kind, kindOf, tagOf } from './kinds.js'

/** An object and its path. `step` leads from the parent to the object, and `from` is the kind of the parent. */
interface WalkNode {
  readonly value: object
  readonly parent: WalkNode | null
  readonly step: string | number
  readonly from: Kind | null
}

interface Walk {
  /** The prototypes that the codec restores in addition to built-in prototypes. */
  readonly prototypes: readonly object[]
  readonly visited: Set<object>
  readonly pending: WalkNode[]
}

/** The reason why a value cannot be shared. The inspection stops at the first such reason. */
interface Fault {
  readonly what: string
  readonly at: Pick<WalkNode, 'parent' | 'step' | 'from'>
}

const faultAt = (what: string, at: Fault['at']): Fault => ({ what, at })

/**
 * Returns the reason why a value cannot be shared, or null if it can be shared. The reason consists of a path and the
 * kind of the value at that path, for example `$.rows[3].when: an instance of Moment`. It never contains the content of
 * a value.
 *
 * A value can be shared if a codec restores an equal value with the same prototypes. Such values are primitive values,
 * dense and sparse arrays, plain objects, maps, sets, dates, regular expressions, errors, bytes, cycles of such values,
 * and objects with one of the additional `prototypes`, which are not inspected. Functions, symbols, accessors, hidden
 * properties, class instances and objects without a prototype are rejected (docs/caching.md, Shareable values).
 *
 * Accessors at array indexes and named properties of typed arrays are not detected, because the check is too expensive.
 */
export function notShareableReason(value: unknown, prototypes: readonly object[] = []): string | null {
  const walk: Walk = { prototypes, visited: new Set(), pending: [] }
  const root = { parent: null, step: '$', from: null }
  let fault = enqueue(walk, value, root)
  for (let node = walk.pending.pop(); node && !fault; node = walk.pending.pop()) fault = inspect(walk, node)
  return fault && `${pathOf(fault.at)}: ${fault.what}`
}

function enqueue({ visited, pending }: Walk, value: unknown, at: Fault['at']): Fault | null {
  if (typeof value === 'function' || typeof value === 'symbol') return faultAt(describeValue(value), at)
  if (typeof value !== 'object' || value === null || visited.has(value)) return null
  visited.add(value)
  pending.push({ value, ...at })
  return null
}

function inspect(walk: Walk, node: WalkNode): Fault | null {
  const { value } = node
  if (walk.prototypes.includes(Object.getPrototypeOf(value))) return null
  const kind = kindOf(value)
  const allowed = kind && ownProperties[kind]
  // Codecs lose additional properties of built-in objects.
  if (allowed && !Reflect.ownKeys(value).every(name => allowed.includes(name)))
    return faultAt('a built-in object with additional properties', node)
  switch (kind) {
    case 'object':
      return inspectProperties(walk, node)
    case 'array':
      return inspectArray(walk, node, value as readonly unknown[])
    case 'map':
      // The list contains each key followed by its value, because `formatStep` requires this order.
      return inspectAll(walk, node, { from: kind, values: [...(value as ReadonlyMap<unknown, unknown>)].flat(1) })
    case 'set':
      return inspectAll(walk, node, { from: kind, values: value as ReadonlySet<unknown> })
    case 'error':
      return inspectError(walk, node)
    case 'regular-expression':
      return inspectPosition(node, value as RegExp)
    case 'view':
      return inspectView(node, value as ArrayBufferView)
    case 'date':
    case 'buffer':
      return null
    case 'bare-object':
      return faultAt('an object without a prototype', node)
    default:
      return faultAt(describeValue(value), node)
  }
}

/**
 * The own properties that built-in objects of certain kinds may have. Objects of all other kinds are inspected
 * separately.
 */
const ownProperties: Readonly<Partial<Record<Kind, readonly (string | symbol)[]>>> = {
  map: [],
  set: [],
  date: [],
  buffer: [],
  error: ['stack', 'message', 'cause'],
  'regular-expression': ['lastIndex'],
}

function inspectProperties(walk: Walk, node: WalkNode): Fault | null {
  const { value } = node
  const names = Object.keys(value)
  const isOpen = Object.getOwnPropertyNames(value).length === names.length
  if (!isOpen || Object.getOwnPropertySymbols(value).length > 0)
    return faultAt('an object with hidden properties', node)
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(value, name)
    const at: Fault['at'] = { parent: node, step: name, from: 'object' }
    const fault = property?.get || property?.set ? faultAt('an accessor', at) : enqueue(walk, property?.value, at)
    if (fault) return fault
  }
  return null
}

function inspectArray(walk: Walk, node: WalkNode, items: readonly unknown[]): Fault | null {
  if (isDense(items)) return inspectAll(walk, node, { from: 'array', values: items })
  if (Object.getOwnPropertySymbols(items).length > 0) return faultAt('an array with hidden properties', node)
  const properties = items as unknown as Readonly<Record<string, unknown>>
  for (const name of Object.keys(items)) {
    const step = /^\d+$/.test(name) ? Number(name) : name
    const fault = enqueue(walk, properties[name], { parent: node, step, from: 'array' })
    if (fault) return fault
  }
  return null
}

function inspectAll(
  walk: Walk,
  parent: WalkNode,
  { from, values }: { readonly from: Kind; readonly values: Iterable<unknown> },
): Fault | null {
  let step = 0
  for (const value of values) {
    const fault = enqueue(walk, value, { parent, step: step++, from })
    if (fault) return fault
  }
  return null
}

function inspectError(walk: Walk, node: WalkNode): Fault | null {
  const { message, cause } = Object.getOwnPropertyDescriptors(node.value as Error)
  if (message && typeof message.value !== 'string') return faultAt('an error whose message is not a string', node)
  return cause ? enqueue(walk, cause.value, { parent: node, step: 'cause', from: 'error' }) : null
}

const inspectPosition = (node: WalkNode, { lastIndex }: RegExp): Fault | null =>
  lastIndex === 0 ? null : faultAt('a regular expression with a lastIndex other than 0', node)

function inspectView(node: WalkNode, view: ArrayBufferView): Fault | null {
  const isShared = tagOf(view.buffer) === 'SharedArrayBuffer'
  if (isShared) return faultAt('bytes shared between threads', node)
  return Object.getOwnPropertySymbols(view).length > 0 ? faultAt('bytes with hidden properties', node) : null
}

const maxPathLength = 200

function pathOf(at: Fault['at']): string {
  const steps: string[] = []
  for (let node: Fault['at'] | null = at; node; node = node.parent) steps.push(formatStep(node))
  const path = steps.reverse().join('')
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path
}

function formatStep({ step, from }: Fault['at']): string {
  if (typeof step === 'string')
    return from === null ? step : /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  if (from === 'map') return step % 2 === 0 ? `[key ${step / 2}]` : `[value ${(step - 1) / 2}]`
  return from === 'set' ? `[item ${step}]` : `[${step}]`
}
