import { plainText } from './plainText.js'

describe('the words of HTML', () => {
  it.each([
    ['<p>One</p><p>two</p>', ' One  two '],
    ['<b>Pl</b>one', 'Plone'],
    ['R&amp;D &lt;3 &#233;t&#xE9; &nbsp;x', 'R&D <3 été  x'],
    ['soft&shy;ware', 'software'],
    ['&unknown; &#0; &#x110000;', '     '],
    ['line<br>break', 'line break'],
    ['&constructor;', ' '],
  ])('%s are read as %j', (html, text) => expect(plainText(html)).toBe(text))
})
