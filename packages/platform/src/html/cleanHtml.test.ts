import type { Message } from '@plenum/core'
import { cpuTimeOf } from '@plenum/testkit'
import { cleanHtml } from './cleanHtml.js'

function clean(html: string): string {
  const result = cleanHtml(html)
  if (typeof result !== 'string') throw new Error(result.id)
  return result
}

function refusalOf(html: string): unknown[] {
  const { id, values } = cleanHtml(html) as Message
  return [id, values?.limit]
}

describe('HTML from users', () => {
  it.each([
    ['<p>Fine <strong>text</strong></p>', '<p>Fine <strong>text</strong></p>'],
    ['<p onclick="steal()">Click</p>', '<p>Click</p>'],
    ['<script>steal()</script><p>Left</p>', '<p>Left</p>'],
    ['<a href="javascript:steal()">Link</a>', '<a>Link</a>'],
    ['<a href="https://example.org">Link</a>', '<a href="https://example.org">Link</a>'],
    ['<img src="x" onerror="steal()">', '<img src="x" />'],
    ['<iframe src="https://example.org"></iframe>', ''],
    ['<svg><script>steal()</script></svg>', ''],
    ['a < b', 'a &lt; b'],
    [`<img src="data:image/png;base64,${'A'.repeat(100_000)}" alt="a">`, '<img alt="a" />'],
    ['<img src="//evil.example/x" alt="a">', '<img alt="a" />'],
    ['<img src="\\\\evil.example/x">', '<img />'],
    ['<img src=" /\t\\evil.example/x">', '<img />'],
    ['<img src="/a//b">', '<img src="/a//b" />'],
    ['<source srcset="//evil.example/x 2x, /a 1x">', '<source srcset="/a 1x"></source>'],
    ['<img srcset="/a 1x,/b.png 2.5x, /c">', '<img srcset="/a 1x, /b.png 2.5x, /c" />'],
    ['<img srcset="javascript:a 1x, /b 200w">', '<img srcset="/b 200w" />'],
  ])('%s becomes %s', (html, cleaned) => {
    expect(clean(html)).toBe(cleaned)
  })

  it.each([
    ['<a href="//evil.example" target="_blank">x</a>', '<a href="//evil.example" target="_blank" rel="noopener">x</a>'],
    ['<a href="/a" target="other" rel="opener">x</a>', '<a href="/a" target="other" rel="noopener">x</a>'],
    ['<a href="/a" target="_self" rel="x">x</a>', '<a href="/a" target="_self">x</a>'],
    ['<a href="/a" rel="opener">x</a>', '<a href="/a">x</a>'],
  ])('gives a new window no access to its opener: %s', (html, cleaned) => {
    expect(clean(html)).toBe(cleaned)
  })

  it('does not change when it is sanitized again, so saving a value that was read changes nothing', () => {
    const once = clean('<p>a < b &amp; c</p><img src="x" alt="&quot;" srcset="a 1x"><a target=_blank href=//x>')
    expect(clean(once)).toBe(once)
  })
})

describe('sanitizing HTML', () => {
  const nested = (count: number, tag = 'div') => `<${tag}>`.repeat(count) + `</${tag}>`.repeat(count)

  it('rejects elements nested more than 200 deep, with or without end tags', () => {
    expect(clean(nested(200))).toBe(nested(200))
    expect(refusalOf(nested(201))).toEqual(['field.html-too-deep', 200])
    expect(refusalOf('<b>'.repeat(201))).toEqual(['field.html-too-deep', 200])
    expect(refusalOf('<table><tr><td>'.repeat(100))).toEqual(['field.html-too-deep', 200])
    expect(refusalOf(nested(201, 'unknown'))).toEqual(['field.html-too-deep', 200])
  })

  it('accepts any number of sibling elements', () => {
    expect(clean(nested(1).repeat(300) + '<br>'.repeat(300))).toContain('<br />')
    expect(clean('<p>a'.repeat(300))).toBe('<p>a</p>'.repeat(300))
    expect(clean(`<ul>${'<li>a'.repeat(300)}</ul>`)).toBe(`<ul>${'<li>a</li>'.repeat(300)}</ul>`)
  })

  it.each(['href', 'src', 'srcset'])('rejects an address of more than 8,000 characters in %s', name => {
    expect(refusalOf(`<a ${name}="${'x'.repeat(8001)}">`)).toEqual(['field.html-address', 8000])
    expect(typeof cleanHtml(`<a ${name}="${'x'.repeat(8000)}">`)).toBe('string')
  })

  it('rejects more than 2,000 SVG elements without an end tag', () => {
    expect(refusalOf('<svg/>'.repeat(2001))).toEqual(['field.html-unended', 2000])
    expect(clean('<svg></svg>'.repeat(2001))).toBe('')
  })
})

describe('sanitizing any input', () => {
  const log = jest.spyOn(console, 'log')

  afterAll(() => log.mockRestore())

  const filled = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
  const attacks: Readonly<Record<string, (length: number) => string>> = {
    ...Object.fromEntries(
      [
        '<',
        '<a',
        '<a ',
        '<a b="',
        '</',
        '<!--',
        '<!',
        '<?',
        '<![CDATA[',
        '&',
        '&#',
        '&amp',
        '&amp;',
        '&notin',
        '>',
        '"',
        '<div></div>',
        '<b>x</b>',
        '<br>',
        '<p>',
        '<li>',
        '</p>',
        '</div>',
        '</br>',
        '<img>',
        '<x></x>',
        '<script>',
        '<script></script>',
        '<style>',
        '<textarea>',
        '<title>',
        '<option>',
        '<svg></svg>',
        '<math><mi></math>',
        '<p><svg></p>',
        '<svg/>',
        '<desc/>',
        '<a target=_blank href=//e>x</a>',
        `${'<i>'.repeat(190)}${'</i>'.repeat(190)}`,
        `<img srcset="${'a, '.repeat(2000)}">`,
        `<img srcset="${'a '.repeat(3000)}">`,
        `<a href="${'<!---->'.repeat(1000)}">x</a>`,
      ].map(part => [part.slice(0, 30), (length: number) => filled(part, length)]),
    ),
    'nested div': length => '<div>'.repeat(length / 5),
    'a deep mixture': length => '<div><b><ul><li>'.repeat(40) + filled('</i></p><svg/><i>', length),
    'end tags deep inside': length => '<b>'.repeat(190) + filled('</i>', length),
    'a long title': length => `<p title="${'x'.repeat(length)}">`,
    'a long tag': length => `<${'x'.repeat(length)}>`,
    'a long entity': length => `&#${'1'.repeat(length)};`,
    'many attributes': length => `<p ${Array.from({ length: length / 8 }, (_, i) => `a${i}`).join(' ')}>`,
    'an attribute many times': length => `<p ${filled('class=x ', length)}>`,
    'a long srcset': length => `<img srcset="${','.repeat(length)}">`,
    'a long href': length => `<a href="${filled('<!---->', length)}">`,
    'a long data address': length => `<a href="data:${filled('<!---->', length)}">`,
    'an unended script': length => `<script>${filled('</scrip', length)}`,
    'an unended textarea': length => `<textarea>${filled('</t', length)}`,
  }

  it.each(Object.entries(attacks))('takes time that is at most proportional to its length: %s', (_, attack) => {
    const took = (html: string) => cpuTimeOf(() => cleanHtml(html))
    const [short, long] = [attack(62_500), attack(500_000)]
    const limit = 24 * Math.max(20, took(short), took(short))
    // With quadratic running time, a string that is 8 times as long would take 64 times as long. Times below 20 ms are
    // too short to measure.
    expect(Math.min(took(long), took(long))).toBeLessThan(limit)
  })

  it('writes nothing to the log', () => {
    for (const html of ['<img srcset="a b c">', '<img srcset="a 0w, b 1x 2w, c (">', '<img srcset="a -1x 5q">'])
      clean(html)
    expect(log).not.toHaveBeenCalled()
  })
})
