import { cpuTimeOf } from '@plenum/testkit'
import fc from 'fast-check'
import { plainText } from './searchWords.js'

describe('the words of HTML', () => {
  it.each([
    ['<p>One</p><p>two</p>', ' One  two '],
    ['<b>Pl</b>one', 'Plone'],
    ['R&amp;D &lt;3 &#233;t&#xE9; &nbsp;x', 'R&D <3 été  x'],
    ['soft&shy;ware', 'software'],
    ['&unknown; &#0; &#x110000;', '     '],
    ['line<br>break', 'line break'],
    ['&constructor;', ' '],
  ])('are read from %j as %j', (html, text) => expect(plainText(html)).toBe(text))
})

/** Extracts text with the regular expressions from the previous implementation, which take quadratic time. */
function readByExpressions(html: string): string {
  const inline = /<\/?(?:a|abbr|b|bdi|bdo|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^>]*)?>/gi
  return html.replace(inline, '').replace(/<[^>]*>/g, ' ')
}

it('the scanner reads HTML like the previous regular expressions', () => {
  // The generated tags contain no `<`, because the two implementations treat `<` differently.
  const name = fc.constantFrom(
    'a',
    'b',
    'strong',
    'STRONG',
    'div',
    'br',
    'br/',
    'spanx',
    'wbr ',
    'span\n c="d"',
    '!--',
    '',
  )
  const tag = fc.tuple(fc.constantFrom('<', '</'), name).map(([opening, rest]) => `${opening}${rest}>`)
  const texts = fc.array(fc.oneof(tag, fc.constantFrom('x', ' ', '>', '1 > 0', 'é')), { maxLength: 12 })
  const html = fc.tuple(texts, fc.constantFrom('', '<', '<a ', '</b')).map(([parts, end]) => parts.join('') + end)
  fc.assert(fc.property(html, text => expect(plainText(text)).toBe(readByExpressions(text))))
})

it.each(['<', '<a ', '<!--', '&', '&#', '&a', '<a>', '>', '</'])(
  'reads a million characters of %j in linear time',
  part => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length))
    // A quadratic algorithm would take minutes for this input.
    expect(cpuTimeOf(() => plainText(text))).toBeLessThan(2000)
  },
)
