import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { createMemoizer, memorySharedStore, shareThrough } from '@plenum/core/memoize'

const clock = () => performance.now()
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const store = memorySharedStore({ clock, maxSize: 1000 })
const shared = shareThrough({ store, codec: { encode: serialize, decode: deserialize }, digest })

let calls = 0
const double = async (n: number) => {
  calls += 1
  return 2 * n
}
const openInstance = () => createMemoizer({ clock, shared }).memoize({ name: 'double', version: 1 }, double)

/** Calls two instances like two processes: the second instance finds the values that the first instance stored. */
async function callBoth() {
  const [first, second] = [openInstance(), openInstance()]
  assert.deepEqual([await first(21), await second(21)], [42, 42])
  assert.equal(calls, 1)
}

export const checked = callBoth()
