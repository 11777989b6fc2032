import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import type { JsonValue } from './json.js'
import { abandoned, createScheduler, type Task } from './scheduler.js'
import { shareText } from './sharedText.js'
import { asText, cacheLargeText, withMembers, writeJson, writeJsonOnce } from './writeJson.js'

function alwaysOver(): Task & { pauses(): number } {
  let count = 0
  const scheduler = createScheduler({ now: () => 0, nextSlice: callback => void setImmediate(callback) })
  return {
    ...scheduler.begin(),
    isOver: () => true,
    next: async () => {
      count += 1
    },
    pauses: () => count,
  }
}

const writeAll = async (value: JsonValue, task: Task = alwaysOver()): Promise<string> => {
  return Buffer.concat(await writeJson(value, task, Buffer.from)).toString()
}

const filler = 'ä"\\\u2028'.repeat(10_000)

describe('JSON in time slices', () => {
  it('has the bytes of JSON.stringify for any value', async () => {
    const { json } = fc.letrec<{ json: JsonValue }>(tie => ({
      json: fc.oneof(
        { maxDepth: 4 },
        anyText(),
        fc.constantFrom(filler, filler.slice(1), '', '__proto__'),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('json'), { maxLength: 6 }),
        fc.dictionary(fc.string(), tie('json'), { maxKeys: 6 }),
        fc.record({ a: tie('json'), b: fc.constant(undefined as unknown as JsonValue), c: tie('json') }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(json, async value => expect(await writeAll(value)).toBe(JSON.stringify(value))),
      { numRuns: 300 },
    )
  })

  it.each<[string, JsonValue]>([
    ['many small elements', Array.from({ length: 100_000 }, (_, i) => i)],
    ['many objects', Array.from({ length: 5000 }, (_, i) => ({ title: `Talk ${i}`, tags: ['a', 'b'] }))],
    ['many members', Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`m${i}`, i]))],
    ['large ones among small ones', [1, filler, 2, 3, [filler, filler], [], {}, filler, { a: filler, b: [] }, 4]],
    ['undefined members', { a: undefined as unknown as JsonValue, b: filler, c: filler }],
    ['a text', filler.repeat(3)],
  ])('has the bytes of JSON.stringify for %s', async (_, value) => {
    expect(await writeAll(value)).toBe(JSON.stringify(value))
  })

  it('contains the JSON of serialized parts at every depth', async () => {
    const items = Array.from({ length: 3 }, (_, i) => ({ '@id': `/a/${i}`, title: `T "${i}"`, more: [i, null] }))
    const body = { a: items[0] ?? null, items: [1, ...items, 'x'], alone: [items[1] ?? null] }
    const parts = { a: asText(items[0] ?? {}), items: [1, ...items.map(asText), 'x'], alone: [asText(items[1] ?? {})] }
    expect(parts.a).toEqual({ '@id': '/a/0' })
    expect(await writeAll(parts)).toBe(JSON.stringify(body))
  })

  it('is written in one step if it is small', () => {
    const small = { a: [1, 2, { b: 'x'.repeat(1000) }] }
    expect(writeJson(small, alwaysOver(), Buffer.from)).toEqual([Buffer.from(JSON.stringify(small))])
  })

  it('pauses more often for larger values, and has no large piece', async () => {
    const pausesFor = async (count: number) => {
      const task = alwaysOver()
      const pieces = await writeJson(
        { items: Array.from({ length: count }, () => ({ title: 'x'.repeat(1000) })) },
        task,
        text => text,
      )
      expect(Math.max(...[...pieces].map(piece => piece.length))).toBeLessThan(200_000)
      return task.pauses()
    }
    const [few, many] = [await pausesFor(1000), await pausesFor(4000)]
    expect(many / few).toBeGreaterThan(3)
    expect(many / few).toBeLessThan(5)
  })

  it('waits for a permit among long requests, and continues', async () => {
    let clock = 0
    const scheduler = createScheduler({ now: () => clock, nextSlice: callback => void setImmediate(callback), long: 1 })
    const holder = scheduler.begin()
    clock += 20
    holder.isOver()
    await holder.next()
    const task = scheduler.begin()
    const slow: Task = {
      ...task,
      isOver: () => {
        clock += 20
        return task.isOver()
      },
    }
    let isDone = false
    const value = Array.from({ length: 10 }, () => filler)
    const making = writeAll(value, slow).then(text => {
      isDone = true
      return text
    })
    await new Promise(resolve => setTimeout(resolve, 30))
    expect(isDone).toBe(false)
    holder.end()
    expect(await making).toBe(JSON.stringify(value))
    task.end()
  })
})

describe('JSON that is serialized once', () => {
  const body = () => ({ items: Array.from({ length: 20 }, () => filler) })

  it('is shared by all callers, also concurrent ones', async () => {
    const shared = body()
    const [first, second] = await Promise.all([1, 2].map(() => writeJsonOnce(shared, alwaysOver(), text => text)))
    expect(first).toBe(second)
    expect(first?.join('')).toBe(JSON.stringify(shared))
  })

  it('is serialized by the next caller if the first one is abandoned', async () => {
    const shared = body()
    const abandonedTask: Task = { ...alwaysOver(), next: () => Promise.reject(abandoned) }
    const first = writeJsonOnce(shared, abandonedTask, text => text)
    const second = writeJsonOnce(shared, alwaysOver(), text => text)
    await expect(first).rejects.toBe(abandoned)
    expect((await second).join('')).toBe(JSON.stringify(shared))
  })
})

it('a serialized part is written as by JSON.stringify, at every depth', async () => {
  const large = cacheLargeText(
    Array.from({ length: 5000 }, (_, i) => ({ title: `Entry ${i} "quoted"`, list: [i, null] })),
  )
  const body = { before: 1, large, nested: { large }, after: [large.slice(0, 1)] }
  expect(await writeAll(body)).toBe(JSON.stringify(body))
})

describe('additional members of a value (withMembers)', () => {
  const value = () => ({ '@id': '/a', title: 'A' })
  const more = { items: [{ '@id': '/a/b' }], items_total: 1 }

  it('are set on an unshared value', () => {
    const own = value()
    expect(withMembers(own, more)).toBe(own)
    expect(own).toEqual({ ...value(), ...more })
  })

  it.each<[string, Record<string, JsonValue>]>([
    ['usual', more],
    ['none', {}],
    ['with a name of the value', { title: 'B' }],
    ['long', { items: [filler, filler] }],
  ])('are written after those of a shared value, which is unchanged: %s', async (_, members) => {
    const shared = shareText(value())
    expect(await writeAll(withMembers(shared, members))).toBe(JSON.stringify({ ...value(), ...members }))
    expect(shared).toEqual(value())
  })
})
