import type { TimeSlice } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

function shortTurn(): TimeSlice & { readonly waits: () => number } {
  let waits = 0
  return { isOver: () => true, next: async () => void waits++, waits: () => waits }
}

const searchPage = (count: number, title = 'Talk') => {
  const items = Array.from({ length: count }, (_, i) => ({ '@id': `http://site.example/${i}`, title: `${title} ${i}` }))
  return pageForTests({ view: 'search', answer: { items, items_total: count } })
}

describe('a long list on a page', () => {
  it('is rendered in time slices with the same result', async () => {
    const slice = shortTurn()
    const html = await htmlOf(searchPage(500), slice)
    expect(html).toBe(await htmlOf(searchPage(500)))
    expect([...html.matchAll(/>Talk (\d+)</g)].map(([, i]) => Number(i))).toEqual(Array.from(Array(500).keys()))
    expect(slice.waits()).toBeGreaterThanOrEqual(50)
  })

  it('pauses at most once if it is short', async () => {
    const slice = shortTurn()
    await htmlOf(searchPage(5), slice)
    expect(slice.waits()).toBe(1)
  })

  it('leaves no placeholder of its rows', async () => {
    const html = await htmlOf(searchPage(50, '<later-1></later-1>'))
    expect(html).not.toContain('<later-')
    expect(html).toContain('&lt;later-1>&lt;/later-1> 49')
  })
})
