import { createFairQueue } from './fairQueue.js'

const member = (name: string) => ({ name })
const [a1, a2, a3, b1, c1] = ['a1', 'a2', 'a3', 'b1', 'c1'].map(member) as [never, never, never, never, never]

describe('a fair queue', () => {
  it('serves addresses in rotation, and the requests of one address in order', () => {
    const queue = createFairQueue<object>(10)
    for (const one of [a1, a2, a3]) queue.add('a', one)
    queue.add('b', b1)
    expect(queue.next()).toBe(a1)
    queue.add('c', c1)
    expect([queue.next(), queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([b1, a2, c1, a3, undefined])
    expect(queue.size()).toBe(0)
  })

  it('removes members that leave', () => {
    const queue = createFairQueue<object>(10)
    for (const one of [a1, a2]) queue.add('a', one)
    queue.remove('a', a1)
    queue.remove('a', a1)
    queue.remove('b', a2)
    expect([queue.size(), queue.next(), queue.size()]).toEqual([1, a2, 0])
  })

  it('rejects the last member of the address with the most members if it is full', () => {
    const queue = createFairQueue<object>(3)
    for (const one of [a1, a2, a3]) expect(queue.add('a', one)).toBeNull()
    expect(queue.add('a', c1)).toBe(c1)
    expect(queue.add('b', b1)).toBe(a3)
    expect(queue.add('c', c1)).toBe(a2)
    expect(queue.add('c', a2)).toBe(a2)
    expect([queue.next(), queue.next(), queue.next()]).toEqual([a1, b1, c1])
  })
})
