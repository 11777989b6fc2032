import type { JsonObject } from '../../../foundation/json.js'
import { blocksHtml, blocksOfHtml, otherBlocks } from './blocksHtml.js'

const slate = (...value: readonly JsonObject[]): JsonObject => ({ '@type': 'slate', plaintext: 'x', value })
const p = (...children: readonly JsonObject[]): JsonObject => ({ type: 'p', children })

const blocks: JsonObject = {
  title: { '@type': 'title' },
  intro: { ...slate(p({ text: 'High ' }, { type: 'strong', children: [{ text: 'water' }] })), theme: 'sand' },
  list: { '@type': 'listing', headline: 'News', querystring: { query: [] } },
  picture: { '@type': 'image', url: 'http://site.example/gull', alt: 'A gull', align: 'left' },
  end: slate({ type: 'ul', children: [{ type: 'li', children: [{ text: 'One & two' }] }] }),
}
const stored = { blocks, blocks_layout: { items: Object.keys(blocks) } }
const html = `<div data-block="title">title</div>
<p>High <strong>water</strong></p>
<div data-block="list">listing: News</div>
<img data-block="picture" src="http://site.example/gull" alt="A gull">
<ul>
<li>One &amp; two</li>
</ul>`

const edited = (text: string, before: JsonObject = stored) => {
  const fields = blocksOfHtml(text, before)
  return (fields.blocks_layout.items as readonly string[]).map(id => [id, fields.blocks[id]])
}

describe('the blocks of a page as HTML', () => {
  it('contain text and images, and name other blocks', () => {
    expect(blocksHtml(stored)).toBe(html)
    expect(otherBlocks(stored)).toEqual(['title', 'listing: News'])
  })

  it('remain the same if their HTML does', () => {
    expect(blocksOfHtml(html, stored)).toEqual(stored)
  })

  it('preserve everything that the user did not change', () => {
    const changed = edited(html.replace('High', 'Low'))
    const intro = slate(p({ text: 'Low ' }, { type: 'strong', children: [{ text: 'water' }] }))
    expect(changed[1]).toEqual(['intro', { ...intro, plaintext: 'Low water', theme: 'sand' }])
    expect(changed.filter(([id]) => id !== 'intro')).toEqual(Object.entries(blocks).filter(([id]) => id !== 'intro'))
    expect(edited(html.replace('A gull', 'Two gulls'))[3]).toMatchObject([
      'picture',
      { alt: 'Two gulls', align: 'left' },
    ])
  })

  it('can be moved and added, and those that the user cannot edit are not lost', () => {
    const without = html.replace('<div data-block="list">listing: News</div>\n', '')
    expect(edited(without).map(([id]) => id)).toEqual(['title', 'intro', 'list', 'picture', 'end'])
    const moved = '<div data-block="list"></div><h2>New</h2><div data-block="title"></div>'
    expect(edited(moved)).toMatchObject([
      ['list', blocks.list],
      ['intro', { value: [{ type: 'h2', children: [{ text: 'New' }] }] }],
      ['title', blocks.title],
    ])
  })

  it('begin with the title on a new page', () => {
    expect(edited('<p>Text</p>\n<img src="/gull" alt="Gull">', {})).toEqual([
      ['title', { '@type': 'title' }],
      ['block-1', { ...slate(p({ text: 'Text' })), plaintext: 'Text' }],
      ['block-2', { '@type': 'image', url: '/gull', alt: 'Gull' }],
    ])
  })

  it.each([
    ['plain text', [p({ text: 'plain text' })]],
    ['<p>a<p>b', [p({ text: 'a' }), p({ text: 'b' })]],
    ['<div><p> a\n b </p></div>', [p({ text: 'a b' })]],
    ['<p>a<br>b <b>c</b></p>', [p({ text: 'a\nb ' }, { type: 'strong', children: [{ text: 'c' }] })]],
    ['<script>x</script><p onclick="y">a</p>', [p({ text: 'x' }), p({ text: 'a' })]],
    ['<a href="/x">x</a>', [p({ type: 'link', data: { url: '/x' }, children: [{ text: 'x' }] })]],
    ['1 < 2 &lt; 3 &#x41; </p>', [p({ text: '1 < 2 < 3 A' })]],
  ])('are read from any HTML: %s', (text, value) => {
    expect(
      edited(text, {})
        .slice(1)
        .map(([, block]) => (block as { value: readonly JsonObject[] }).value[0]),
    ).toEqual(value)
  })

  it('take linear time to read', () => {
    for (const text of ['<', '<p>', '<b', '&', '</p>', '<!--', '<ul><li>', '<p>a</p>', 'a <b>b</b> ']) {
      const begin = process.cpuUsage()
      blocksOfHtml(text.repeat(100_000 / text.length), stored)
      // The test measures CPU time, which other processes do not affect. An algorithm with quadratic running time would
      // take a minute.
      expect(process.cpuUsage(begin).user / 1000).toBeLessThan(3000)
    }
  })
})
