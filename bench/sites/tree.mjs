import { fillSite, manager, runAs } from '../site.mjs'

const areas = 20
const pages = 20
const leaves = 24

/** Fills a site with about 10,000 published pages on three levels: `/area-0/page-0/leaf-0`. */
export async function fillTree(site) {
  await fillSite(site, 1)
  const run = runAs(site, manager)
  const add = async (container, id) =>
    (await run('addContent', container, { '@type': 'Document', id, title: `Title of ${id}` })).path
  const first = await add('/', 'area-0')
  const page = await add(first, 'page-0')
  for (let i = 0; i < leaves; i++) await add(page, `leaf-${i}`)
  for (let i = 1; i < pages; i++) await run('copyObjects', first, { source: page })
  for (let i = 1; i < areas; i++) await run('copyObjects', '/', { source: first })
  const listing = { batch: { start: 0, size: 100 }, metadata: [], fullObjects: false, withItems: true }
  const { listing: contents } = await run('getContent', '/', listing)
  for (const item of contents.items) {
    const { pathname } = new URL(item['@id'])
    if (pathname.includes('area-0'))
      await run('transitionContent', pathname, { transition: 'publish', body: { include_children: true } })
  }
}
