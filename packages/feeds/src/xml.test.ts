import { newsFeed } from './newsFeed.js'
import { siteMap, siteMapIndex } from './siteMap.js'
import { xmlText } from './xml.js'

const slice = { isOver: () => false, next: async () => {} }
const head = '<?xml version="1.0" encoding="utf-8"?>\n'

describe('text in XML', () => {
  const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))

  it.each([
    ['control characters except tab and line feed', controls.join(''), '\t\n&#13;'],
    ['U+0000', 'a\u0000b', 'ab'],
    ['U+000B', 'a\u000bb', 'ab'],
    ['U+001F', 'a\u001fb', 'ab'],
    ['lone surrogates', 'a\ud800b\udfffc', 'abc'],
    ['noncharacters', 'a\ufffeb\uffffc', 'abc'],
    [
      'no characters beyond the Basic Multilingual Plane',
      '\u0020\u{7f}\ud7ff\ue000\ufffd\u{10000}\u{10ffff}',
      '\u0020\u{7f}\ud7ff\ue000\ufffd\u{10000}\u{10ffff}',
    ],
    ['no markup, but escapes it', `& < > " ' \r`, '&amp; &lt; &gt; &quot; &apos; &#13;'],
    ['no references, but escapes them', '&amp; &#0;', '&amp;amp; &amp;#0;'],
  ])('drops %s', async (_, text, written) => {
    const element = { a: [{ '#text': `[${text}]` }], ':@': { b: `[${text}]` } }
    expect(await xmlText(element, { slice })).toBe(`${head}<a b="[${written}]">[${written}]</a>\n`)
  })
})

it.each([
  [0, '<a><b><c>x</c></b></a>\n'],
  [1, '<a>\n<b><c>x</c></b>\n</a>\n'],
  [2, '<a>\n<b>\n<c>x</c>\n</b>\n</a>\n'],
])('XML puts the content of the outer %s levels on separate lines', async (levels, written) => {
  expect(await xmlText({ a: [{ b: [{ c: [{ '#text': 'x' }] }] }] }, { slice, levels })).toBe(`${head}${written}`)
})

it('XML builds deferred elements only when it writes them', async () => {
  const element = { a: [() => ({ b: [{ '#text': 'x' }] }), () => ({ c: [] })] }
  expect(await xmlText(element, { slice })).toBe(`${head}<a>\n<b>x</b>\n<c/>\n</a>\n`)
})

describe('an Atom feed', () => {
  const entry = (uid: string, updated: string, authors: readonly string[]) => ({
    ...{ uid, url: `https://site.example/${uid}`, title: `News ${uid}`, description: 'New', authors },
    ...{ published: '2027-05-01T09:00:00Z', updated },
  })
  const feedOf = (...entries: ReturnType<typeof entry>[]) =>
    newsFeed(
      {
        ...{ title: 'News', url: 'https://site.example/news', self: 'https://site.example/news/@feed' },
        ...{ host: 'site.example', entries },
      },
      slice,
    )
  const first = (name: string, text: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1]

  it.each([
    [
      'of the newest entry',
      ['2027-05-03T09:00:00Z', '2027-06-01T09:00:00Z', '2027-05-02T09:00:00Z'],
      '2027-06-01T09:00:00Z',
    ],
    ['of a feed without entries', [], '1970-01-01T00:00:00Z'],
  ])('has the date %s', async (_, dates, updated) => {
    const text = await feedOf(...dates.map((date, i) => entry(String(i), date, [])))
    expect(first('updated', text)).toBe(updated)
    expect(first('id', text)).toBe('https://site.example/news/@feed')
  })

  it('gives each entry an id, both dates and its authors, or the host if it has none', async () => {
    const text = await feedOf(entry('a', '2027-06-01T09:00:00Z', ['Ada', 'Bo']), entry('b', '2027-06-01T09:00:00Z', []))
    const [, one = '', two = ''] = text.split('<entry>')
    expect(first('id', one)).toBe('urn:plenum:site.example:a')
    expect([first('published', one), first('updated', one)]).toEqual(['2027-05-01T09:00:00Z', '2027-06-01T09:00:00Z'])
    const names = (part: string) => [...part.matchAll(/<author><name>(.*?)<\/name><\/author>/g)].map(([, name]) => name)
    expect([names(one), names(two)]).toEqual([['Ada', 'Bo'], ['site.example']])
  })
})

describe('a sitemap', () => {
  const url = 'https://site.example/a?b=1&c=2'

  it('contains the address and date of each page', async () => {
    const modified = '2027-05-01T09:00:00Z'
    expect(await siteMap([{ url, modified }], slice)).toBe(
      `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
        `<url><loc>https://site.example/a?b=1&amp;c=2</loc><lastmod>${modified}</lastmod></url>\n</urlset>\n`,
    )
  })

  it('contains the addresses of other sitemaps', async () => {
    expect(await siteMapIndex([url], slice)).toContain(
      '<sitemap><loc>https://site.example/a?b=1&amp;c=2</loc></sitemap>',
    )
  })
})
