import { anyText, cpuTimeOf } from '@plenum/testkit'
import fc from 'fast-check'
import { createTextReader } from '../query/textReader.js'
import { fold, wordsOf } from '../query/words.js'
import { matchesText, type TextQuery } from './catalog.js'

const parseTextQuery = (text: string): TextQuery | null => createTextReader().read(text)

const word = (text: string): TextQuery => ({ kind: 'word', word: text })
const prefix = (text: string): TextQuery => ({ kind: 'prefix', word: text })
const phrase = (...words: string[]): TextQuery => ({ kind: 'phrase', words })
const not = (part: TextQuery): TextQuery => ({ kind: 'not', part })
const and = (...parts: TextQuery[]): TextQuery => ({ kind: 'and', parts })
const or = (...parts: TextQuery[]): TextQuery => ({ kind: 'or', parts })

const [a, b, c] = [word('a'), word('b'), word('c')]

const finds = (query: string, text: string): boolean => {
  const parsed = parseTextQuery(query)
  return parsed !== null && matchesText(parsed, wordsOf(text))
}

describe('a search text', () => {
  it.each<[string, TextQuery]>([
    ['alpha', word('alpha')],
    ['alp*', prefix('alp')],
    ['alpha OR beta', or(word('alpha'), word('beta'))],
    ['even words', and(word('even'), word('words'))],
    ['(alpha', word('alpha')],
    ['Über Straße', and(word('uber'), word('strasse'))],
    ['a AND b', and(a, b)],
    ['a aNd b Or c', or(and(a, b), c)],
    ['a or b c', or(a, and(b, c))],
    ['(a or b) and c', or(a, and(b, c))],
    ['a NOT b', and(a, not(b))],
    ['a and not b', and(a, not(b))],
    ['not a', not(a)],
    ['not a b', and(not(a), b)],
    ['a or not b', or(a, not(b))],
    ['not not a', a],
    ['a -b', and(a, b)],
    ['"a b"', phrase('a', 'b')],
    ['"a" "b c"', and(a, phrase('b', 'c'))],
    ['not "a b"', not(phrase('a', 'b'))],
    ['"A or-B*"', phrase('a', 'or', 'b')],
    ['c"a b"c', and(c, phrase('a', 'b'), c)],
    ['a "b c', and(a, b, c)],
    ['“a b”', phrase('a', 'b')],
    ['alpha-beta', and(word('alpha'), word('beta'))],
    ['not alpha-beta', not(and(word('alpha'), word('beta')))],
    ['alpha-bet*', and(word('alpha'), prefix('bet'))],
    ['alp*,bet**!', and(prefix('alp'), prefix('bet'))],
    ['(alp*)', prefix('alp')],
    ['a*b', and(a, b)],
    ['*a', a],
    ['a *', a],
    ['a! *', a],
    ['and*', prefix('and')],
    ['rock-and-roll', and(word('rock'), word('and'), word('roll'))],
    ['or-not', and(word('or'), word('not'))],
    ['(not a)', not(a)],
    ['a and-', a],
    ['Ör', word('or')],
    ['ａ　ＯＲ　ｂ＊', or(a, prefix('b'))],
    ['constructor __proto__', and(word('constructor'), word('proto'))],
  ])('%j is parsed as %j', (text, query) => {
    expect(parseTextQuery(text)).toEqual(query)
  })

  it.each([
    '',
    ' ',
    '*',
    '**',
    '()',
    '""',
    '" "',
    '"',
    '-',
    '%',
    '?',
    'and',
    'AND or Not',
    'not',
    'not "!"',
    '😀',
    '\0',
  ])('%j is empty', text => {
    expect(parseTextQuery(text)).toBeNull()
  })

  it.each<[string, TextQuery]>([
    ['and a', a],
    ['a or', a],
    ['a not', a],
    ['or a or or b or', or(a, b)],
    ['a and and b', and(a, b)],
    ['a or and b', or(a, b)],
    ['a and or b', or(a, b)],
    ['not or a', a],
    ['not and a', not(a)],
    ['a "" b', and(a, b)],
  ])('%j is parsed as %j: an operator without an operand is ignored', (text, query) => {
    expect(parseTextQuery(text)).toEqual(query)
  })

  it('contains at most 200 words, including words in phrases, and a prefix is counted as ten words', () => {
    const words = Array.from({ length: 200 }, (_, i) => `w${i}`)
    expect(parseTextQuery(words.join(' '))).toEqual(and(...words.map(word)))
    expect(parseTextQuery(words.join('-'))).toEqual(and(...words.map(word)))
    expect(parseTextQuery(`"${words.join(' ')}"`)).toEqual(phrase(...words))
    const prefixes = words.slice(0, 20)
    expect(parseTextQuery(prefixes.map(text => `${text}*`).join(' or '))).toEqual(or(...prefixes.map(prefix)))
    for (const many of [
      `${words.join(' ')} x`,
      `${words.join('-')}-x`,
      `"${words.join(' ')}" or x`,
      `"${words.join(' ')} x"`,
      `${prefixes.map(text => `${text}*`).join(' ')} x`,
      `${words.slice(0, 192).join('-')}*`,
      `${words.slice(1).join(' ')} not "x y"`,
    ])
      expect(() => parseTextQuery(many)).toThrow('at most 200 words')
  })

  it('shares this limit with all texts of the same request', () => {
    const { read, readBeginnings } = createTextReader()
    read('a '.repeat(150))
    readBeginnings('b "c d" e')
    read('a '.repeat(28))
    expect(() => read('a')).toThrow('at most 200 words')
  })

  it('has at most 10,000 characters', () => {
    expect(parseTextQuery(`a ${'!'.repeat(9_996)} b`)).toEqual(and(a, b))
    expect(() => parseTextQuery(`a ${'!'.repeat(9_997)} b`)).toThrow('10000 characters')
  })

  it.each(['\uFDFA', '"\uFDFA"', 'ก', '(', '"', '*', 'a*', '-a', 'and ', '\u0301'])(
    'is parsed in short time for many repetitions of %j',
    part => {
      for (const read of [createTextReader().read, createTextReader().readBeginnings]) {
        const readAll = (): void => {
          try {
            read(part.repeat(Math.floor(10_000 / part.length)))
          } catch (error) {
            expect(error).toMatchObject({ reason: { id: 'query.words' } })
          }
        }
        expect(cpuTimeOf(readAll)).toBeLessThan(250)
      }
    },
  )

  it('is parsed without an exception for any text', () => {
    const pieces = fc.constantFrom('a', 'and', 'or', 'NOT', '"', '*', ' ', '(', ')', '-', 'é', '日本', '\ud800', '\0')
    const texts = fc.oneof(anyText(), fc.string({ unit: pieces, maxLength: 40 }))
    fc.assert(
      fc.property(texts, text => {
        const query = parseTextQuery(text)
        expect(query === null || typeof matchesText(query, ['a', 'and']) === 'boolean').toBe(true)
        expect(query === null || isNormal(query)).toBe(true)
      }),
    )
  })
})

describe('a match of a search text', () => {
  it.each([
    ['alpha', 'alpha story 0', true],
    ['alpha', 'alphabet', false],
    ['alp*', 'deep alpha', true],
    ['alp*', 'scalp', false],
    ['alpha OR beta', 'beta story', true],
    ['even words', 'words, even', true],
    ['even words', 'even', false],
    ['uber', 'Über', true],
    ['ΟΔΟΣ*', 'ΟΔΟΣΤΡΩΜΑ', true],
    ['alpha not beta', 'alpha', true],
    ['alpha not beta', 'alpha beta', false],
    ['"even words"', 'odd even words', true],
    ['"even words"', 'words even', false],
    ['"even words"', 'even more words', false],
    ['"a a b"', 'a a a b', true],
    ['"words even"', 'even words', false],
    ['alpha-beta', 'beta and alpha', true],
    ['データ', '日本語のデータです', true],
    ['and', 'and', false],
  ])('%j in %j: %s', (query, text, isMatch) => {
    expect(finds(query, text)).toBe(isMatch)
  })

  const plainWord = fc
    .string({ unit: fc.constantFrom(...'abnortdéß7'), minLength: 1, maxLength: 5 })
    .filter(text => !['and', 'or', 'not'].includes(fold(text)))
  const plainWords = fc.array(plainWord, { minLength: 1, maxLength: 8 })

  it('requires all plain words, in any order and case', () => {
    fc.assert(
      fc.property(plainWords, plainWords, (words, others) => {
        expect(finds(words.join(' '), [...others, ...words].reverse().join(', ').toUpperCase())).toBe(true)
      }),
    )
  })

  it('is missing if the text lacks one of the plain words', () => {
    fc.assert(
      fc.property(plainWords, words => {
        expect(finds([...words, 'missing'].join(' '), words.join(' '))).toBe(false)
      }),
    )
  })

  it('requires the words of a phrase in order, and a prefix matches its word', () => {
    fc.assert(
      fc.property(plainWords, plainWord, (words, whole) => {
        expect(finds(`"${words.join(' ')}"`, ['x', ...words, 'y'].join(' '))).toBe(true)
        expect(finds(`${whole.slice(0, 1)}*`, whole)).toBe(true)
      }),
    )
  })

  it('is inverted by NOT and restored by a double NOT', () => {
    fc.assert(
      fc.property(plainWord, plainWords, (sought, words) => {
        const text = words.join(' ')
        expect(finds(`not ${sought}`, text)).toBe(!finds(sought, text))
        expect(finds(`not not ${sought}`, text)).toBe(finds(sought, text))
      }),
    )
  })
})

function isNormal(query: TextQuery): boolean {
  if (query.kind === 'not') return query.part.kind !== 'not' && isNormal(query.part)
  if (query.kind === 'phrase') return query.words.length > 1
  if (query.kind === 'word' || query.kind === 'prefix') return query.word !== ''
  return query.parts.length > 1 && query.parts.every(part => part.kind !== query.kind && isNormal(part))
}
