import fc from 'fast-check'
import { withoutTrailing } from './trailing.js'

it('trailing characters are removed as by a regular expression', () => {
  const texts = fc.string({ unit: fc.constantFrom('/', 'a', '.') })
  fc.assert(fc.property(texts, text => expect(withoutTrailing(text, '/')).toBe(text.replace(/\/+$/, ''))))
})

it('each character is inspected once', () => {
  const [text, count] = [`${'/'.repeat(2_000_000)}x`, 2_000_000]
  expect(withoutTrailing(text, '/')).toHaveLength(count + 1)
  expect(withoutTrailing('/'.repeat(count), '/')).toBe('')
})
