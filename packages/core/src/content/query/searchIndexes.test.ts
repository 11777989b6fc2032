import { distinctSorts } from './searchIndexes.js'

const by = (name: string, descending = false) => ({ by: name, descending })

describe('the orders of a search', () => {
  it('are deduplicated, and the first of equal ones remains', () => {
    expect(distinctSorts([by('a'), by('b'), by('a', true), by('c'), by('b')])).toEqual([by('a'), by('b'), by('c')])
    expect(distinctSorts([])).toEqual([])
  })

  it('are limited to four', () => {
    const names = ['a', 'b', 'c', 'd'].map(name => by(name))
    expect(distinctSorts([...names, ...names])).toEqual(names)
    expect(() => distinctSorts([...names, by('e')])).toThrow('sorted by at most 4 indexes')
  })
})
