import { cpuTimeOf } from '@plenum/testkit'
import fc from 'fast-check'
import { matchesGlob, parseGlob } from './glob.js'

function fits(pattern: string, text: string): boolean {
  const glob = parseGlob(pattern)
  if (typeof glob === 'string') throw new Error(glob)
  return matchesGlob(glob, text)
}

describe('a shell-style pattern', () => {
  it.each([
    ['a.*', 'a.c', true],
    ['a.*', 'a.', true],
    ['a.*', 'a', false],
    ['a.*', 'xa.c', false],
    ['*', '', true],
    ['*', 'a/b.c', true],
    ['a*c', 'abbc', true],
    ['a*c', 'abcd', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a?c', 'a😀c', true],
    ['', '', true],
    ['', 'a', false],
    ['A', 'a', false],
    ['[abc]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['[!a-c]x', 'dx', true],
    ['[!a-c]x', 'ax', false],
    ['[!a]', '', false],
    ['[]]', ']', true],
    ['[!]]', ']', false],
    ['[-a]', '-', true],
    ['[a-]', '-', true],
    ['[a-]', 'b', false],
    ['[*]', '*', true],
    ['[*]', 'a', false],
    ['a{b,c}', 'ab', false],
    ['a.c', 'abc', false],
    ['(a|b)+', '(a|b)+', true],
    ['😀*', '😀!', true],
  ])('%j matches %j: %s', (pattern, text, expected) => {
    expect(fits(pattern, text)).toBe(expected)
  })

  it.each([
    ['[', 'has a [ without a matching ]'],
    ['a[bc', 'has a [ without a matching ]'],
    ['[]', 'has a [ without a matching ]'],
    ['[!]', 'has a [ without a matching ]'],
    ['[z-a]', 'has a reversed range'],
  ])('%j is rejected: %s', (pattern, problem) => {
    expect(parseGlob(pattern)).toBe(problem)
  })

  it('matches like an equivalent regular expression', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.') })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.') })
    fc.assert(
      fc.property(pattern, text, (shellPattern, name) => {
        const source = shellPattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.')
        expect(fits(shellPattern, name)).toBe(new RegExp(`^${source}$`).test(name))
      }),
    )
  })

  it('of stars before a letter takes less than a millisecond on a long name (docs/caching.md, Routes)', () => {
    const pattern = `${'*'.repeat(50)}a`
    const name = 'b'.repeat(200)
    expect(fits(pattern, name)).toBe(false)
    expect(cpuTimeOf(() => Array.from({ length: 100 }, () => fits(pattern, name)))).toBeLessThan(100)
  })

  it('with stars among its letters takes no noticeable time on a long name', () => {
    const [pattern, name] = [`${'*'.repeat(100)}a${'*a'.repeat(50)}b`, 'a'.repeat(200)]
    expect(fits(pattern, name)).toBe(false)
    expect(cpuTimeOf(() => Array.from({ length: 10 }, () => fits(pattern, name)))).toBeLessThan(100)
  })
})
