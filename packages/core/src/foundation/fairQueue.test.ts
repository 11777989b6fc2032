import { createFairQueue } from './fairQueue.js'

const member = (name: string) => ({ name })
const [a1, a2, a3, b1, c1] = ['a1', 'a2', 'a3', 'b1', 'c1'].map(member) as [never, never, never, never, never]

describe('a fair queue', () => {
  it('serves addresses in rotation, and the requests of one address in order', () => {
    const line = createFairQueue<object>(10)
    for (const one of [a1, a2, a3]) line.add('a', one)
    line.add('b', b1)
    expect(line.next()).toBe(a1)
    line.add('c', c1)
    expect([line.next(), line.next(), line.next(), line.next(), line.next()]).toEqual([b1, a2, c1, a3, undefined])
    expect(line.size()).toBe(0)
  })

  it('removes members that leave', () => {
    const line = createFairQueue<object>(10)
    for (const one of [a1, a2]) line.add('a', one)
    line.remove('a', a1)
    line.remove('a', a1)
    line.remove('b', a2)
    expect([line.size(), line.next(), line.size()]).toEqual([1, a2, 0])
  })

  it('rejects the last member of the address with the most members if it is full', () => {
    const line = createFairQueue<object>(3)
    for (const one of [a1, a2, a3]) expect(line.add('a', one)).toBeNull()
    expect(line.add('a', c1)).toBe(c1)
    expect(line.add('b', b1)).toBe(a3)
    expect(line.add('c', c1)).toBe(a2)
    expect(line.add('c', a2)).toBe(a2)
    expect([line.next(), line.next(), line.next()]).toEqual([a1, b1, c1])
  })
})
