import fc from 'fast-check'
import { withoutTrailing } from './trailing.js'

it('takes off what a regular expression would', () => {
  const texts = fc.string({ unit: fc.constantFrom('/', 'a', '.') })
  fc.assert(fc.property(texts, text => expect(withoutTrailing(text, '/')).toBe(text.replace(/\/+$/, ''))))
})

it('looks at each character once', () => {
  const [text, count] = [`${'/'.repeat(2_000_000)}x`, 2_000_000]
  expect(withoutTrailing(text, '/')).toHaveLength(count + 1)
  expect(withoutTrailing('/'.repeat(count), '/')).toBe('')
})
