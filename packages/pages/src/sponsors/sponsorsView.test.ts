import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const sponsor = { '@id': 'http://site.example/acme', title: 'Acme', description: 'Makes' }
const level = (id: string, items: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  ...{
    '@id': `http://site.example/${id}`,
    id,
    title: `Level ${id}`,
    exclude_from_nav: false,
    items,
    image_scales: {},
  },
  ...more,
})

const htmlOfSponsors = (answer: JsonObject, more: JsonObject = {}, path = '/event') =>
  htmlOf(pageForTests({ view: 'sponsors', path, answer, more: more as never }))

describe('the page of sponsors', () => {
  it('lists the levels that have sponsors in order, with ranks up to the third', async () => {
    const items = [...['a', 'b', 'c', 'd'].map(id => level(id, [sponsor])), level('e', [])]
    const html = await htmlOfSponsors({ items, benefits: [] })
    const shown = [...html.matchAll(/sponsor-level (rank-\d)"><h2>(Level \w)/g)].map(([, ...groups]) => groups)
    expect(shown).toEqual([
      ['rank-1', 'Level a'],
      ['rank-2', 'Level b'],
      ['rank-3', 'Level c'],
      ['rank-3', 'Level d'],
    ])
    expect(html).toContain('<p>Makes</p>')
  })

  it('compares the benefits of public levels: a detail, a tick or a dash', async () => {
    const items = [level('a', []), level('b', []), level('secret', [], { exclude_from_nav: true }), level('c', [])]
    const benefits = [{ id: 'tea', title: 'Tea', description: 'Hot', levels: { a: 'much', b: '', secret: 'x' } }]
    const html = await htmlOfSponsors({ items, benefits })
    expect([...html.matchAll(/<th scope="col">(Level \w+)/g)].map(([, title]) => title)).toEqual([
      'Level a',
      'Level b',
      'Level c',
    ])
    const cells = [...html.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, ' ').trim())
    expect(cells.map(cell => cell.replace(/\s+/g, ' '))).toEqual(['much', '✓ included', '– not included'])
    expect(html).toContain('<small>Hot</small>')
  })

  it('describes an event below the root, because its header does not', async () => {
    const more = { content: { description: 'About the event' } }
    const lead = '<p class="lead">About the event</p>'
    expect(await htmlOfSponsors({ items: [], benefits: [] }, more)).toContain(lead)
    expect(await htmlOfSponsors({ items: [], benefits: [] }, more, '/')).not.toContain(lead)
  })
})
