import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'

async function canonicalOf(path: string, crumbs: readonly string[]) {
  const items = crumbs.map(crumb => ({ '@id': base + crumb, title: crumb }))
  const html = await htmlOf(pageForTests({ path, answer: { title: 'A' }, more: { breadcrumbs: { items } } }))
  return /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
}

describe('the canonical address (docs/content-and-access.md, Default pages, rule 4)', () => {
  it('is the address of the container, for a default page', async () => {
    expect(await canonicalOf('/news/front', ['/news'])).toBe(`${base}/news`)
    expect(await canonicalOf('/front', [])).toBe(base)
  })

  it('is not stated for other objects', async () => {
    expect(await canonicalOf('/news', ['/news'])).toBeUndefined()
    expect(await canonicalOf('/', [])).toBeUndefined()
    expect(await canonicalOf('/a b', ['/a%20b'])).toBeUndefined()
  })
})
