import { isDeepStrictEqual } from 'node:util'
import { memoizerAt, say } from './memoizerAt.js'

function holes(): unknown[] {
  const items: unknown[] = []
  items[2] = 1
  return items
}

function cycle(): object {
  const node: { self?: object; list: object[] } = { list: [] }
  node.self = node
  node.list.push(node)
  return node
}

const bytes = [1, 2, 3, 250]
const values: Readonly<Record<string, unknown>> = {
  undefined,
  null: null,
  NaN: Number.NaN,
  minus_zero: -0,
  infinity: Number.NEGATIVE_INFINITY,
  bigint: 2n ** 70n,
  half_a_character: '\ud800',
  own_proto: JSON.parse('{"__proto__": 1, "constructor": 2}'),
  map_in_map: new Map([[{ a: 1 }, new Map([[1, new Set([undefined])]])]]),
  cycle: cycle(),
  holes: holes(),
  buffer: Buffer.from(bytes),
  part_of_buffer: Buffer.from(bytes).subarray(1, 3),
  memory: Uint8Array.from(bytes).buffer,
  view_of_data: new DataView(Uint8Array.from(bytes).buffer, 1, 2),
  date: new Date(1000),
  regular_expression: /a(?<b>.)/giu,
  BigInt64Array: new BigInt64Array([-1n]),
  BigUint64Array: new BigUint64Array([1n]),
  ...named([Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array], bytes),
  ...named([Float32Array, Float64Array], [-0, 1.5, Number.NaN]),
  ...Object.fromEntries(
    [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(kind => [
      kind.name,
      new kind('broken', { cause: { at: [1] } }),
    ]),
  ),
}

function named<I>(kinds: readonly (new (input: I) => unknown)[], input: I): Record<string, unknown> {
  return Object.fromEntries(kinds.map(kind => [kind.name, new kind(input)]))
}

/**
 * Whether a copy equals a value. Unlike Node's comparison, also compares the properties of errors and the memory of
 * views.
 */
function isSame(copy: unknown, value: unknown): boolean {
  if (copy === value) return true
  const [a, b] = [copy, value].map(error => (error instanceof Error ? [error.name, error.message, error.cause] : null))
  const isPart = ArrayBuffer.isView(copy) && !Buffer.isBuffer(copy) && copy.buffer.byteLength > copy.byteLength
  return isDeepStrictEqual(copy, value) && isDeepStrictEqual(a, b) && !isPart
}

async function main(url = '', prefix = ''): Promise<void> {
  const { memoizer, store } = memoizerAt({ url, prefix, timeout: 5 })
  for (const [name, value] of Object.entries(values)) {
    let runs = 0
    const call = memoizer.memoize({ name }, () => {
      runs++
      return value
    })
    const first = await call()
    await memoizer.settled()
    const second = await call()
    const isKept = [first, second].every(copy => isSame(copy, value))
    const isOfKind = Object.getPrototypeOf(Object(second)) === Object.getPrototypeOf(Object(value))
    const { functions } = await memoizer.status()
    say({ name, runs, isKept, isOfKind, hits: functions[name]?.counters.shared_hits })
  }
  await store.close()
  say('end')
}

void main(...process.argv.slice(2))
