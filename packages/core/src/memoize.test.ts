import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { createMemoizer, defaultMemoizeSettings, memorySharedStore } from '@plenum/core/memoize'

it('shares the results of a function through a store', async () => {
  const clock = () => performance.now()
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
  const store = memorySharedStore({ clock, maxSize: 1000 })
  const shared = { store, codec: { encode: serialize, decode: deserialize } }
  const double = jest.fn(async (n: number) => 2 * n)
  const instances = [1, 2].map(() =>
    createMemoizer({ settings: defaultMemoizeSettings, clock, digest, shared }).memoize(
      { name: 'double', version: 1 },
      double,
    ),
  )
  const answers = []
  for (const instance of instances) answers.push(await instance(21))
  expect([answers, double.mock.calls.length]).toEqual([[42, 42], 1])
})
