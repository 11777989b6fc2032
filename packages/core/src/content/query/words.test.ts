import { anyText, cpuTimeOf } from '@plenum/testkit'
import fc from 'fast-check'
import { fold, wordPieces, wordsOf } from './words.js'

const spacedScripts = fc.string({
  unit: fc.constantFrom(..."aZß9é,.'’:_-/@* \n\0Ωжע한क😀", 'e\u0301', '\u00ad', '\u200d'),
  maxLength: 60,
})

describe('folding', () => {
  it.each([
    ['Über', 'uber'],
    ['U\u0308ber', 'uber'],
    ['Straße', 'strasse'],
    ['GROẞ', 'gross'],
    ['ﬁn', 'fin'],
    ['ＡＢＣ', 'abc'],
    ['İzmir', 'izmir'],
    ['Schiff\u00adfahrt', 'schifffahrt'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ελλάς', 'ελλασ'],
  ])('changes %j to %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('changes nothing the second time', () => {
    fc.assert(fc.property(anyText(), text => expect(fold(fold(text))).toBe(fold(text))))
  })
})

describe('words', () => {
  it.each([
    ['', []],
    ['   \0\u0007\n', []],
    ['!?*()', []],
    ['😀👩‍👩‍👧🏳️‍🌈', []],
    ['Alpha story 0', ['alpha', 'story', '0']],
    ['alpha-beta, gamma/delta', ['alpha', 'beta', 'gamma', 'delta']],
    ["can't snake_case 3.14", ['can', 't', 'snake', 'case', '3', '14']],
    ['two two', ['two', 'two']],
    ['a\0b\u0085c', ['a', 'b', 'c']],
    ['Über-Straße', ['uber', 'strasse']],
    ['\ud800lone\udfff', ['lone']],
    ['中文分词测试', ['中文', '分词', '测试']],
    ['日本語のデータベース', ['日本語', 'の', 'データベース'].map(fold)],
    ['ﾃﾞｰﾀ', ['データ'].map(fold)],
    ['㏠', ['1', '日']],
    ['Node.jsの使い方', ['node', 'js', 'の', '使い方']],
    ['ภาษาไทยง่ายมาก', ['ภาษา', 'ไทย', 'ง่าย', 'มาก'].map(fold)],
    ['한국어 검색', ['한국어', '검색'].map(fold)],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा'].map(fold)],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('are folded and contain letters and digits only', () => {
    fc.assert(
      fc.property(anyText(), text => {
        for (const word of wordsOf(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
          expect(fold(word)).toBe(word)
        }
      }),
    )
  })

  it('equal those of Intl.Segmenter if spaces and punctuation separate them', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
    fc.assert(
      fc.property(spacedScripts, text => {
        // `isWordLike` is ignored, because it is false for a letter that is joined to an emoji.
        const segments = [...segmenter.segment(fold(text))]
        expect(wordsOf(text)).toEqual(segments.flatMap(({ segment }) => segment.match(/[\p{L}\p{N}]+/gu) ?? []))
      }),
    )
  })

  it.each(['alpha, beta ', '日本語のデータベースです', 'สวัสดีชาวโลก', 'x', '\u0301', '('])(
    'are found in 100 000 characters of %j within a second',
    part => {
      const text = part.repeat(Math.ceil(100_000 / part.length))
      expect(cpuTimeOf(() => wordsOf(text))).toBeLessThan(1000)
    },
  )
})

describe('words of chunks', () => {
  const words = fc.string({
    unit: fc.constantFrom(..."aZß9é’'-한ก日ｱﾞ😀㏠", 'e\u0301', '\u00ad', '\u200d'),
    maxLength: 8,
  })
  const blanks = fc.constantFrom(' ', '\n', '\t ', '\u3000')
  const texts = fc.array(fc.tuple(words, blanks), { maxLength: 20 }).map(parts => parts.flat().join(''))

  it('equal those of the complete string if the string contains spaces', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 20, max: 60 }), (text, limit) => {
        expect([...wordPieces(text, limit)].flat()).toEqual([...wordPieces(text, text.length + 1)].flat())
      }),
    )
  })

  it('come from chunks of at most 1,000 characters for any text', () => {
    const normalizations = jest.spyOn(String.prototype, 'normalize')
    for (const part of ['a ', 'a', '-', 'ก', '\uFDFA', '😀', ' ']) [...wordPieces(part.repeat(10_001))]
    const lengths = normalizations.mock.contexts.map(text => String(text).length)
    normalizations.mockRestore()
    // Checks only every other call, which normalizes an original piece. The calls in between normalize folded pieces,
    // which can be longer than 1,000 characters.
    expect(Math.max(...lengths.filter((_, i) => i % 2 === 0))).toBeLessThanOrEqual(1000)
  })

  it('do not split a character', () => {
    expect(wordsOf('𠀀'.repeat(3000)).join('')).toBe('𠀀'.repeat(3000))
    expect(wordsOf(`a${'𝐀'.repeat(3000)}`).join('')).toBe('a'.repeat(3001))
  })
})
