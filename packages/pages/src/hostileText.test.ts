import type { HtmlPage, JsonObject, JsonValue } from '@plenum/core'
import { Parser } from 'htmlparser2'
import { conferencePages } from '../test/conferencePages.js'
import { htmlOf } from '../test/htmlOf.js'

/** After the cheat sheet of OWASP on how filters of scripts are evaded. */
const vectors = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x.example/a.js></SCRIPT>',
  'javascript:alert(1)',
  'jav&#x09;ascript:alert(1)',
  'jav\tascript:alert(1)',
  ' \u0001javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  '//javascript:alert(1)//<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '`onload=alert(1)`',
  '</title><script>alert(1)</script>',
  '</textarea></style></noscript><iframe src=javascript:alert(1)>',
  '--><!--[if IE]><script>alert(1)</script><![endif]-->',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<<SCRIPT>alert(1);//\\<</SCRIPT>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="https://x.example/">',
  '<style>@import "https://x.example/a.css"</style>',
  '<form action="https://x.example"><button formaction="javascript:alert(1)">',
  '\u2028<script>alert(1)</script>\u2029',
  '%3Cscript%3Ealert(1)%3C/script%3E',
]

/** What the views decide by; a text in its place would only leave parts of a page out. */
const kept = new Set([
  '@type',
  'gridColumn',
  'gridRow',
  'state',
  'type',
  'kind',
  'variation',
  'results_graph',
  'timezone',
  'items',
])

function poisoned(value: JsonValue | undefined, vector: string, key = ''): JsonValue {
  if (typeof value === 'string') return kept.has(key) ? value : vector
  if (Array.isArray(value)) return value.map(one => poisoned(one, vector, key))
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, vector, name)]))
}

const poisonedPage = (page: HtmlPage, vector: string): HtmlPage => ({
  ...page,
  answer: poisoned(page.answer, vector) as JsonObject,
  more: poisoned(page.more as JsonObject, vector) as JsonObject,
  caller: { id: vector, fullname: vector, roles: page.caller?.roles ?? [] },
  notice: vector,
})

interface Found {
  readonly elements: ReadonlySet<string>
  readonly attributes: ReadonlySet<string>
  readonly addresses: readonly string[]
  readonly text: string
}

function parsed(html: string): Found {
  const elements = new Set<string>()
  const attributes = new Set<string>()
  const addresses: string[] = []
  let text = ''
  const parser = new Parser({
    onopentag(name, found) {
      elements.add(name)
      for (const [attribute, value] of Object.entries(found)) {
        attributes.add(attribute)
        if (['href', 'src', 'action', 'formaction'].includes(attribute)) addresses.push(value)
      }
    },
    ontext: piece => {
      text += piece
    },
    oncomment: comment => {
      elements.add(`<!--${comment}`)
    },
  })
  parser.end(html)
  return { elements, attributes, addresses, text }
}

const isHarmless = (address: string): boolean =>
  ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(address, 'http://site.example/').protocol)

let pages: readonly HtmlPage[]
let plainPages: readonly Found[]
beforeAll(async () => {
  pages = await conferencePages()
  plainPages = await Promise.all(pages.map(async page => parsed(await htmlOf(poisonedPage(page, 'harmless')))))
})

describe('hostile texts in every field, block and answer', () => {
  it.each(vectors)('show as text and nothing else: %s', async vector => {
    for (const [i, page] of pages.entries()) {
      const plain = plainPages[i] as Found
      const hostile = parsed(await htmlOf(poisonedPage(page, vector)))
      expect([...hostile.elements].filter(name => !plain.elements.has(name))).toEqual([])
      expect([...hostile.attributes].filter(name => !plain.attributes.has(name))).toEqual([])
      expect(hostile.addresses.filter(address => !isHarmless(address))).toEqual([])
      expect(hostile.text.replaceAll(/\s/g, '')).toContain(vector.replaceAll(/\s/g, ''))
    }
  })

  it('leave what all pages are made of: no handler, no style, no script but ours', async () => {
    for (const page of pages) {
      const { elements, attributes } = parsed(await htmlOf(page))
      expect([...attributes].filter(name => name.startsWith('on') || name === 'style')).toEqual([])
      for (const name of ['style', 'iframe', 'object', 'embed', 'base']) expect(elements).not.toContain(name)
      expect((await htmlOf(page)).match(/<script (?!type="application\/ld\+json">)/g)).toHaveLength(1)
    }
  })

  it('are tried on pages that show what was written', async () => {
    const html = (await Promise.all(pages.map(page => htmlOf(page)))).join('')
    for (const text of [
      'Head',
      'Older',
      'Teaser',
      'Inner',
      'Film',
      'Something',
      'Acme',
      'much',
      'Pick',
      'Valkey',
      'Lisbon',
    ])
      expect(html).toContain(text)
  })
})
