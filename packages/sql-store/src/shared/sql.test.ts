import { allOf, among, list, oneOf, sql } from './sql.js'

describe('a piece of SQL', () => {
  it('keeps values apart from the text', () => {
    expect(sql`a = ${1} AND b = ${"x' OR 1"} AND c IS ${null}`).toEqual({
      text: 'a = ? AND b = ? AND c IS ?',
      values: [1, "x' OR 1", null],
    })
  })

  it('takes in other pieces with their values, in their order', () => {
    const inner = sql`x = ${'in'}`
    expect(sql`${1} ${inner} ${list([sql`${2}`, sql`y`])} ${3}`).toEqual({
      text: '? x = ? ?, y ?',
      values: [1, 'in', 2, 3],
    })
  })

  it('takes bytes as a value', () => {
    const bytes = Uint8Array.of(1, 2)
    expect(sql`b = ${bytes}`).toEqual({ text: 'b = ?', values: [bytes] })
  })
})

describe('conditions', () => {
  it('join in brackets, by halves', () => {
    const [a, b, c] = [sql`a`, sql`b`, sql`c`]
    expect(allOf([a, b, c]).text).toBe('(a AND (b AND c))')
    expect(oneOf([a, b]).text).toBe('(a OR b)')
    expect(oneOf([a]).text).toBe('a')
  })

  it('of none are true for all of them, false for one of them', () => {
    expect([allOf([]).text, oneOf([]).text]).toEqual(['true', 'false'])
  })
})

describe('the right side of an IN', () => {
  it('has a place for each of a few values', () => {
    expect(among(['a', 1])).toEqual({ text: '(?, ?)', values: ['a', 1] })
    expect(among([])).toEqual({ text: '(NULL)', values: [] })
  })

  it('has one place for many values', () => {
    const values = Array.from({ length: 17 }, (_, i) => i)
    expect(among(values).values).toEqual([JSON.stringify(values)])
  })
})
