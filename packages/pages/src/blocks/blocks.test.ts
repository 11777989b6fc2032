import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const htmlOfBlocks = (...blocks: readonly JsonObject[]) => {
  const entries = blocks.map((block, i) => [`b${i}`, block] as const)
  const blocks_layout = { items: entries.map(([id]) => id) }
  const answer = { '@type': 'Document', title: 'Page', blocks: Object.fromEntries(entries), blocks_layout }
  return htmlOf(pageForTests({ answer, path: '/page' }))
}
const slate = (...value: readonly JsonObject[]): JsonObject => ({ '@type': 'slate', value })
const node = (type: string, text: string): JsonObject => ({ type, children: [{ text }] })

describe('a Slate block', () => {
  it.each([
    ['h1', '<h2 id="h-tides">Tides</h2>'],
    ['h2', '<h2 id="h-tides">Tides</h2>'],
    ['h6', '<h6 id="h-tides">Tides</h6>'],
    ['blockquote', '<blockquote>Tides</blockquote>'],
    ['script', '<p>Tides</p>'],
  ])('renders the type %s as an element', async (type, html) => {
    expect(await htmlOfBlocks(slate(node(type, 'Tides')))).toContain(html)
  })

  it.each([
    [{ text: 'a', bold: true, italic: true }, '<em><strong>a</strong></em>'],
    [{ text: 'a', strikethrough: true }, '<s>a</s>'],
    [{ text: 'a\nb' }, 'a<br/>b'],
    [{ text: '<b>' }, '&lt;b>'],
  ])('renders the marks of %j', async (leaf, html) => {
    expect(await htmlOfBlocks(slate({ type: 'p', children: [leaf] }))).toContain(`<p>${html}</p>`)
  })

  it.each<[JsonObject, string]>([
    [{ url: 'https://other.example' }, '<a href="https://other.example">on</a>'],
    [{ link: { external: { external_link: 'https://other.example' } } }, '<a href="https://other.example">on</a>'],
    [{ link: { internal: { internal_link: [{ '@id': '/there' }] } } }, '<a href="/there">on</a>'],
    [{ url: 'javascript:alert(1)' }, '<p>on</p>'],
  ])('links to the target: %j', async (data, html) => {
    const link = { type: 'link', data, children: [{ text: 'on' }] }
    expect(await htmlOfBlocks(slate({ type: 'p', children: [link] }))).toContain(html)
  })
})

describe('a table of contents', () => {
  it('links to headings of level 2 and below, with at most twelve words each', async () => {
    const words = Array.from({ length: 13 }, (_, i) => `W${i}`)
    const html = await htmlOfBlocks(
      { '@type': 'toc' },
      slate(node('h2', words.join(' ')), node('p', 'No'), node('h3', 'Água!')),
    )
    const anchors = [...html.matchAll(/<li class="level-(\d)"><a href="#([^"]*)">/g)].map(([, ...link]) => link)
    expect(anchors).toEqual([
      ['2', `h-${words.slice(0, 12).join('-').toLowerCase()}`],
      ['3', 'h-água'],
    ])
    for (const [, anchor] of anchors) expect(html).toContain(` id="${anchor}"`)
  })
})

describe('a table block', () => {
  const cell = (type: string, text: string) => ({ type, value: [node('p', text)] })
  const rows = [{ cells: [cell('header', 'One')] }, { cells: [cell('data', 'Two')] }]

  it.each([
    [false, true],
    [true, false],
  ])('with hideHeaders %s has a header row: %s', async (hideHeaders, hasHead) => {
    const html = await htmlOfBlocks({ '@type': 'slateTable', table: { rows, hideHeaders } })
    expect(html.includes('<thead><tr><th>')).toBe(hasHead)
    expect(html).toMatch(/<tbody>.*<td>.*Two/)
  })
})

const imageScales = { image: [{ download: '@@images/image-40.png', width: 40, height: 30, scales: {} }] }

describe('an image block', () => {
  it.each<[JsonObject, string]>([
    [{ url: '/a' }, 'src="/a/@@images/image"'],
    [{ url: '/a/@@images/image/large' }, 'src="/a/@@images/image/large"'],
    [{ url: [{ '@id': '/a' }] }, 'src="/a/@@images/image"'],
    [{ url: '/a', image_scales: imageScales }, 'src="/a/@@images/image-40.png"'],
    [{ url: '/a/@@images/image/large', image_scales: imageScales }, 'src="/a/@@images/image-40.png"'],
    [{ url: '/a', align: 'full' }, '<figure class="image-full">'],
    [{ url: '/a', align: 'left' }, '<figure class="image-center">'],
    [{ url: '/a', href: [{ '@id': '/there' }] }, '<a href="/there"><img'],
    [{ url: '/a', href: 'javascript:alert(1)' }, '<figure class="image-center"><img'],
  ])('%j', async (block, html) => {
    expect(await htmlOfBlocks({ '@type': 'image', ...block })).toContain(html)
  })
})
