import type { ListedItem } from '@plenum/core/answers'
import { newsOf } from './newsFeed.js'

const target = {
  ...{ base: 'https://site.example', host: 'site.example', url: 'https://site.example/@@news.atom' },
  ...{ query: { get: () => undefined }, slice: { isOver: () => false, next: async () => {} } },
}

const entryOf = (more: object) => {
  const item = { '@id': 'https://site.example/a', UID: 'a', title: 'A', description: 'About', ...more }
  return newsOf([item as unknown as ListedItem], target).entries[0]
}

describe('an entry of the news', () => {
  const [effective, modified] = ['2027-05-01T09:00:00Z', '2027-06-01T09:00:00Z']

  it.each([
    ['its publication date, and the date of its last change', { effective, modified }, effective],
    ['the date of its last change if it has no publication date', { effective: null, modified }, modified],
  ])('has %s', (_, dates, published) => {
    expect(entryOf(dates)).toMatchObject({ published, updated: modified })
  })

  it('has all of its creators as authors', () => {
    expect(entryOf({ listCreators: ['ada', 'bo'] })?.authors).toEqual(['ada', 'bo'])
    expect(entryOf({})?.authors).toEqual([])
  })
})
