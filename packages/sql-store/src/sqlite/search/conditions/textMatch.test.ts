import { compileText, encodeWord } from './textMatch.js'

describe('an encoded word', () => {
  it('equals the word if it has only basic letters and digits', () => expect(encodeWord('abc123')).toBe('abc123'))

  it('contains other characters as code points', () => expect(encodeWord('aü𠀀B_')).toBe('a_fc__20000__42__5f_'))

  it('has the encoded prefixes of the word as its prefixes', () => {
    const characters = [...'zü日a𠀀ł']
    const beginnings = characters.map((_, i) => encodeWord(characters.slice(0, i + 1).join('')))
    for (const beginning of beginnings) expect(encodeWord(characters.join('')).startsWith(beginning)).toBe(true)
    expect(encodeWord('日本').startsWith(encodeWord('日曜'))).toBe(false)
  })
})

describe('a text query', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(word => ({ kind: 'word', word }) as const)

  it('compiles to one lookup in the text index, regardless of the depth of nested NOTs', () => {
    if (!a || !b || !c) throw new Error('three words')
    const parts = [a, { kind: 'not', part: b }, { kind: 'not', part: c }] as const
    expect(compileText({ kind: 'and', parts }, 'title')).toEqual({
      text: expect.stringMatching(/^n\.seq IN \(SELECT [^()]*\)$/),
      values: ['title : ((("a")) NOT (("b") OR ("c")))'],
    })
  })

  it('that negates a condition subtracts its matches', () => {
    if (!a || !b) throw new Error('two words')
    const query = { kind: 'or', parts: [a, { kind: 'not', part: b }] } as const
    expect(compileText(query, 'everything')).toEqual({
      text: expect.stringMatching(/^NOT n\.seq IN /),
      values: ['everything : ((("b")) NOT (("a")))'],
    })
  })
})
