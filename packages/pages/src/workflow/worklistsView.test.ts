import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const htmlOfLists = (...items: readonly JsonObject[]) =>
  htmlOf(pageForTests({ view: 'worklists', path: '/', answer: { '@id': 'http://site.example/@worklists', items } }))

const list = (more: boolean): JsonObject => ({
  '@id': 'http://site.example/@worklists?worklist=w%7Cq',
  ...{ workflow: 'w', id: 'q', title: 'Pending <review>', more, items_total: 30 },
  items: [{ '@id': 'http://site.example/a', '@type': 'Document', type_title: 'Page', title: 'A & B', description: '' }],
  batching: { '@id': '', first: '', last: '', next: 'http://site.example/@worklists?b_start=25' },
})

describe('the page of worklists', () => {
  it('has a section for each list, with its number, its objects and its next page', async () => {
    const html = await htmlOfLists(list(false))
    expect(html).toContain('<h2>Pending &lt;review></h2><p class="facts">Waiting: 30</p>')
    expect(html).toContain('<a href="http://site.example/a">A &amp; B</a>')
    expect(html).toContain('<a href="http://site.example/@worklists?b_start=25">')
  })

  it('states that more objects wait than it counts', async () => {
    expect(await htmlOfLists(list(true))).toContain('Waiting: more than 30')
  })

  it('states that no objects wait', async () => {
    expect(await htmlOfLists()).toContain('You have no tasks.')
  })
})
