import { allOf, among, list, oneOf, sql } from './sql.js'

describe('an SQL fragment', () => {
  it('separates values from the text', () => {
    expect(sql`a = ${1} AND b = ${"x' OR 1"} AND c IS ${null}`).toEqual({
      text: 'a = ? AND b = ? AND c IS ?',
      values: [1, "x' OR 1", null],
    })
  })

  it('embeds other fragments with their values in order', () => {
    const inner = sql`x = ${'in'}`
    expect(sql`${1} ${inner} ${list([sql`${2}`, sql`y`])} ${3}`).toEqual({
      text: '? x = ? ?, y ?',
      values: [1, 'in', 2, 3],
    })
  })

  it('accepts bytes as a value', () => {
    const bytes = Uint8Array.of(1, 2)
    expect(sql`b = ${bytes}`).toEqual({ text: 'b = ?', values: [bytes] })
  })
})

describe('conditions', () => {
  it('are joined in parentheses, as a balanced tree', () => {
    const [a, b, c] = [sql`a`, sql`b`, sql`c`]
    expect(allOf([a, b, c]).text).toBe('(a AND (b AND c))')
    expect(oneOf([a, b]).text).toBe('(a OR b)')
    expect(oneOf([a]).text).toBe('a')
  })

  it('without members are true for "all" and false for "any"', () => {
    expect([allOf([]).text, oneOf([]).text]).toEqual(['true', 'false'])
  })
})

describe('the right side of an IN', () => {
  it('has a placeholder for each of a few values', () => {
    expect(among(['a', 1])).toEqual({ text: '(?, ?)', values: ['a', 1] })
    expect(among([])).toEqual({ text: '(NULL)', values: [] })
  })

  it('has one placeholder for many values', () => {
    const values = Array.from({ length: 17 }, (_, i) => i)
    expect(among(values).values).toEqual([JSON.stringify(values)])
  })
})
