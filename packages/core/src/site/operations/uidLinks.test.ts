import { addPublished, createTestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import { defaultInput } from './getContent.js'

async function siteWithLinks() {
  const site = await createTestSite()
  const target = await addPublished(site, '/', { '@type': 'Document', title: 'Target', id: 'tär get' })
  const { lineage } = await site.platform.store.read(reader => reader.open(target))
  const uid = lineage.at(-1)?.uid ?? ''
  const page = await addPublished(site, '/', {
    '@type': 'Document',
    title: 'Page',
    id: 'page',
    blocks: { b: { '@type': 'card', href: [{ '@id': `../resolveuid/${uid}#x` }] } },
  })
  const link = await addPublished(site, '/', {
    '@type': 'Link',
    title: 'Link',
    id: 'link',
    remoteUrl: `../resolveuid/${uid}`,
  })
  const get = async (path: string) => (await site.run('getContent', path, { input: defaultInput })).content
  const presentedLink = async () => ((await get(page)).blocks as { b: { href: JsonObject[] } }).b.href[0]?.['@id']
  const summaries = async () => {
    const { listing } = await site.run('getContent', '/', { input: defaultInput })
    return (listing?.items ?? []).map(item => 'getRemoteUrl' in item && item.getRemoteUrl).filter(Boolean)
  }
  return { ...site, uid, page, link, get, presentedLink, summaries }
}

describe('links by UID (docs/content-and-access.md, Blocks and values)', () => {
  it('are resolved to the current address of their target when they are read', async () => {
    const { run, presentedLink, get, summaries, link } = await siteWithLinks()
    expect(await presentedLink()).toBe(`${testBase}/t%C3%A4r%20get#x`)
    expect(await get(link)).toMatchObject({
      remoteUrl: `${testBase}/t%C3%A4r%20get`,
      targetUrl: `${testBase}/t%C3%A4r%20get`,
    })
    expect(await summaries()).toEqual([`${testBase}/t%C3%A4r%20get`])
    await run('editContent', '/tär get', { as: 'max', input: { body: { id: 'new' }, representation: false } })
    expect(await presentedLink()).toBe(`${testBase}/new#x`)
    expect((await get(link)).remoteUrl).toBe(`${testBase}/new`)
    expect(await summaries()).toEqual([`${testBase}/new`])
  })

  it('remain unchanged without their target', async () => {
    const { run, presentedLink, uid, summaries } = await siteWithLinks()
    await run('deleteContent', '/tär get', { as: 'max', input: undefined })
    expect(await presentedLink()).toBe(`../resolveuid/${uid}#x`)
    expect(await summaries()).toEqual([`../resolveuid/${uid}`])
  })
})

describe('the address of a Link (docs/content-and-access.md, Blocks and values)', () => {
  it('within the site follows its target, and may be sent back', async () => {
    const { run, link, get, platform } = await siteWithLinks()
    const edit = (remoteUrl: string) =>
      run('editContent', link, { as: 'max', input: { body: { remoteUrl }, representation: false } })
    for (const sent of ['/page?x#y', `${testBase}/page?x#y`]) {
      await edit(sent)
      const { lineage } = await platform.store.read(reader => reader.open(link))
      expect(lineage.at(-1)?.fields.remoteUrl).toMatch(/^resolveuid\/[0-9a-f]{32}\?x#y$/)
      expect((await get(link)).remoteUrl).toBe(`${testBase}/page?x#y`)
    }
    await edit('https://elsewhere.example/')
    expect((await get(link)).remoteUrl).toBe('https://elsewhere.example/')
  })
})
