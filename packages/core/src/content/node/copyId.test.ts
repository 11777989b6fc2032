import { copyIds } from './naming.js'

const first = (id: string, count: number) => [...copyIds(id)].slice(0, count)

describe('ids of copies', () => {
  it.each([
    ['x', ['copy_of_x', 'copy2_of_x', 'copy3_of_x']],
    ['copy_of_x', ['copy2_of_x', 'copy3_of_x']],
    ['copy9_of_x', ['copy10_of_x']],
    ['copy_of_', ['copy_of_copy_of_']],
  ])('of %j are %j', (id, expected) => {
    expect(first(id, expected.length)).toEqual(expected)
  })

  it('have at most the maximal length of ids', () => {
    expect(first('x'.repeat(255), 2).map(({ length }) => length)).toEqual([255, 255])
  })
})
