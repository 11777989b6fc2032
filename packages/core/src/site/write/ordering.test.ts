import fc from 'fast-check'
import { type OrderDelta, reorder } from './orderContent.js'

const ids = ['a', 'b', 'c', 'd', 'e']

const orderAfter = (id: string, delta: OrderDelta, subset?: readonly string[]): unknown => {
  const ordering = reorder(ids, id, subset ? { delta, subset } : { delta })
  return ordering.ok ? ordering.ids.join('') : ordering.reason
}

describe('an object that is moved among its siblings', () => {
  it.each<[string, OrderDelta, string]>([
    ['c', 'top', 'cabde'],
    ['c', 'bottom', 'abdec'],
    ['c', 1, 'abdce'],
    ['c', -1, 'acbde'],
    ['c', 2, 'abdec'],
    ['c', 0, 'abcde'],
    ['a', -1, 'abcde'],
    ['e', 1, 'abcde'],
    ['c', 100, 'abdec'],
    ['c', -100, 'cabde'],
    ['a', 'top', 'abcde'],
  ])('moves %s by %s to give %s', (id, delta, order) => {
    expect(orderAfter(id, delta)).toBe(order)
  })

  it('is ignored if it does not exist', () => {
    expect(orderAfter('x', 'top')).toBe('abcde')
  })
})

describe('an object that is moved among some of its siblings', () => {
  it.each<[string, OrderDelta, readonly string[], string]>([
    ['e', 'top', ['a', 'c', 'e'], 'ebadc'],
    ['a', 'bottom', ['a', 'c', 'e'], 'cbeda'],
    ['a', 1, ['a', 'e'], 'ebcda'],
    ['c', -1, ['a', 'c'], 'cbade'],
  ])('moves %s by %s among %j and leaves the others in place', (id, delta, subset, order) => {
    expect(orderAfter(id, delta, subset)).toBe(order)
  })

  it('stays in place if it is not in the subset', () => {
    expect(orderAfter('b', 'top', ['a', 'c'])).toBe('abcde')
  })

  it('is rejected if the order has changed', () => {
    expect(orderAfter('a', 'top', ['c', 'a'])).toBe('mismatch')
    expect(orderAfter('a', 'top', ['a', 'a'])).toBe('mismatch')
  })

  it('is rejected if the subset has an unknown id', () => {
    expect(orderAfter('a', 'top', ['a', 'x'])).toBe('unknown')
  })
})

describe('every move', () => {
  const siblings = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })
  const deltas = fc.oneof(fc.constantFrom<OrderDelta>('top', 'bottom'), fc.integer({ min: -20, max: 20 }))
  const moves = siblings.chain(all =>
    fc.record({
      all: fc.constant(all),
      id: fc.constantFrom(...all),
      delta: deltas,
      subset: fc.option(fc.subarray(all), { nil: undefined }),
    }),
  )

  it('is a permutation that preserves the order of the others and the positions outside of the subset', () => {
    fc.assert(
      fc.property(moves, ({ all, id, delta, subset }) => {
        const ordering = reorder(all, id, subset ? { delta, subset } : { delta })
        const after = ordering.ok ? ordering.ids : []
        expect(after.toSorted()).toEqual(all.toSorted())
        expect(after.filter(other => other !== id && (subset ?? all).includes(other))).toEqual(
          (subset ?? all).filter(other => other !== id),
        )
        for (const [i, other] of all.entries()) if (subset && !subset.includes(other)) expect(after[i]).toBe(other)
      }),
    )
  })

  it('up is undone by the same distance down unless it reached an end', () => {
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 5 }), ({ all, id }, distance) => {
        fc.pre(all.indexOf(id) >= distance)
        const up = reorder(all, id, { delta: -distance })
        expect(up.ok && reorder(up.ids, id, { delta: distance })).toEqual({ ok: true, ids: all })
      }),
    )
  })
})
