import { addPublished, createTestSite, pngHeader, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { defaultInput } from './getContent.js'

async function siteWithBlocks() {
  const site = await createTestSite()
  const add = (id: string, body: JsonObject = {}): Promise<string> =>
    addPublished(site, '/', { '@type': 'Document', title: `Title of ${id}`, id, ...body })
  const addPicture = (width: number) =>
    site.run('addContent', '/', { as: 'max', input: { '@type': 'Image', id: 'picture', image: picture(width) } })
  const edit = (path: string, body: JsonObject, as: 'max' | 'mia' = 'max') =>
    site.run('editContent', path, { as, input: { body, representation: false } })
  const get = async (path: string, as?: 'max') =>
    (await site.run('getContent', path, { ...(as ? { as } : {}), input: defaultInput })).content
  const blocksOf = async (path: string, as?: 'max') => (await get(path, as)).blocks as Record<string, JsonObject>
  const storedAt = async (path: string) => {
    const { lineage } = await site.platform.store.read(reader => reader.open(path))
    const node = lineage.at(-1)
    return { uid: node?.uid ?? '', fields: node?.fields ?? {}, revision: node?.revision }
  }
  const share = (path: string) =>
    site.run('editSharing', path, {
      as: 'max',
      input: { entries: [{ id: 'mia', type: 'user', roles: { Editor: true } }] },
    })
  return { ...site, add, addPicture, edit, get, share, blocksOf, storedAt }
}

const picture = (width: number): JsonObject => ({ data: pngHeader(width, width), filename: 'picture.png' })

describe('addresses of objects in blocks (docs/content-and-access.md, Blocks and values)', () => {
  const positions: readonly (readonly [string, (address: string) => JsonObject])[] = [
    ['url', url => ({ '@type': 'image', url })],
    ['href', href => ({ '@type': 'x', href })],
    ['a list', href => ({ '@type': 'x', href: [href] })],
    ['an object browser', id => ({ '@type': 'x', href: [{ '@id': id, title: 'T' }] })],
    ['a preview image', id => ({ '@type': 'x', preview_image: id })],
    ['slate', url => ({ '@type': 'slate', value: [{ type: 'p', children: [{ type: 'link', data: { url } }] }] })],
    [
      'an old slate link',
      id => ({
        '@type': 'slate',
        value: [{ type: 'a', data: { link: { internal: { internal_link: [{ '@id': id }] } } } }],
      }),
    ],
    [
      'a table of slate',
      url => ({
        '@type': 'slateTable',
        table: { rows: [{ cells: [{ value: [{ type: 'link', data: { url } }] }] }] },
      }),
    ],
    ['Draft.js', url => ({ '@type': 'text', text: { entityMap: { 0: { type: 'LINK', data: { url } } } } })],
    ['plate', url => ({ '@type': '__somersault__', value: [{ type: 'a', url, children: [{ text: 'x' }] }] })],
    ['HTML', url => ({ '@type': 'html', html: `<p><a href="${url}">x</a></p>` })],
    ['nested blocks', url => ({ '@type': 'gridBlock', blocks: { b: { '@type': 'x', url } } })],
    ['data.blocks', url => ({ '@type': 'columns', data: { blocks: { b: { '@type': 'x', url } } } })],
  ]

  it.each(positions)('leads to its target after a rename: %s', async (_, block) => {
    const { add, edit, blocksOf, storedAt } = await siteWithBlocks()
    const target = await add('target')
    const page = await add('page', { blocks: { b: block('/target#part') } })
    const { uid } = await storedAt(target)
    expect((await storedAt(page)).fields.blocks).toEqual({ b: block(`resolveuid/${uid}#part`) })
    expect(await blocksOf(page)).toEqual({ b: block(`${testBase}/target#part`) })
    await edit(target, { id: 'moved' })
    expect(await blocksOf(page)).toEqual({ b: block(`${testBase}/moved#part`) })
  })

  it.each([
    ['/target', ''],
    ['/target/', '/'],
    [`${testBase}/target`, ''],
    [`${testBase}/++api++/target/@@download/file?x=1#y`, '/@@download/file?x=1#y'],
    ['target', ''],
    ['../target', ''],
    ['./target?x', '?x'],
    ['/target/#y', '/#y'],
  ])('is stored by UID: %s', async (address, suffix) => {
    const { add, storedAt } = await siteWithBlocks()
    const { uid } = await storedAt(await add('target'))
    const { fields } = await storedAt(await add('page', { blocks: { b: { url: address } } }))
    expect(fields.blocks).toEqual({ b: { url: `resolveuid/${uid}${suffix}` } })
  })

  it.each([
    '//site.example/target',
    'http://elsewhere.example/target',
    `${testBase}x/target`,
    'mailto:target',
    '#target',
    '?target',
    '/missing',
    '/',
    testBase,
    '/target/missing',
    '/%zz',
  ])('is unchanged if it refers to no object: %s', async address => {
    const { add, storedAt } = await siteWithBlocks()
    await add('target')
    const { fields } = await storedAt(await add('page', { blocks: { b: { url: address } } }))
    expect(fields.blocks).toEqual({ b: { url: address } })
  })

  it('is resolved by the old path of an object, but not when the caller may not see it', async () => {
    const { add, edit, run, share, storedAt } = await siteWithBlocks()
    const { uid } = await storedAt(await add('target'))
    const [page, other] = [await add('page'), await add('other')]
    for (const path of [page, other]) await share(path)
    await edit('/target', { id: 'moved' })
    await edit(page, { blocks: { b: { url: '/target' } } })
    expect((await storedAt(page)).fields.blocks).toEqual({ b: { url: `resolveuid/${uid}` } })
    await run('transitionContent', '/moved', { as: 'max', input: { transition: 'reject', body: {} } })
    await edit(other, { blocks: { b: { url: '/target' } } }, 'mia')
    expect((await storedAt(other)).fields.blocks).toEqual({ b: { url: '/target' } })
    await edit(page, { blocks: { b: { url: '/target' }, c: {} } }, 'mia')
    expect((await storedAt(page)).fields.blocks).toEqual({ b: { url: `resolveuid/${uid}` }, c: {} })
  })

  it('changes nothing when a page is sent back as it was read', async () => {
    const { add, addPicture, edit, get, storedAt } = await siteWithBlocks()
    await add('target')
    await addPicture(300)
    const page = await add('page', {
      blocks: {
        a: { '@type': 'slate', value: [{ type: 'link', data: { url: '/target#x' } }] },
        b: { '@type': 'image', url: '/picture' },
        c: { '@type': 'teaser', href: '/target', overwrite: false },
        d: { '@type': 'teaser', href: [{ '@id': '/picture' }], overwrite: true, title: 'Mine' },
      },
      text: { data: '<p><a href="/target">x</a></p>' },
    })
    const before = await storedAt(page)
    const { blocks, text } = await get(page)
    await edit(page, { blocks: blocks ?? null, text: text ?? null })
    expect(await storedAt(page)).toEqual(before)
  })
})

describe('images in blocks (docs/content-and-access.md, Blocks and values)', () => {
  it('have the scales of the current image', async () => {
    const { add, addPicture, edit, blocksOf, storedAt } = await siteWithBlocks()
    await addPicture(300)
    const page = await add('page', {
      blocks: { b: { '@type': 'image', url: '/picture', image_field: 'image', image_scales: { image: [] } } },
    })
    expect((await storedAt(page)).fields.blocks).not.toHaveProperty('b.image_scales')
    const first = (await blocksOf(page)).b
    expect(first).toMatchObject({ url: `${testBase}/picture`, image_scales: { image: [{ width: 300 }] } })
    await edit('/picture', { image: picture(400) })
    expect((await blocksOf(page)).b).toMatchObject({ image_scales: { image: [{ width: 400 }] } })
  })

  it('are served at the URL of a scale after the image was replaced', async () => {
    const { add, addPicture, edit, blocksOf, get } = await siteWithBlocks()
    await addPicture(700)
    const scales = async () =>
      ((await get('/picture')).image as { scales: Record<string, { download: string }> }).scales
    const page = await add('page', { blocks: { b: { url: (await scales()).preview?.download ?? '' } } })
    await edit('/picture', { image: picture(900) })
    expect((await blocksOf(page)).b?.url).toBe((await scales()).preview?.download)
  })

  it('have no scales if the caller may not view the image', async () => {
    const { add, run, blocksOf } = await siteWithBlocks()
    const { path } = await run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Document', title: 'Secret', id: 'secret', preview_image: picture(300) },
    })
    const page = await add('page', { blocks: { b: { '@type': 'image', url: path } } })
    expect(await blocksOf(page)).toEqual({ b: { '@type': 'image', url: `${testBase}/secret` } })
  })
})

describe('items of lists (docs/content-and-access.md, Blocks and values, rules 5 and 8)', () => {
  it('describe no object that the caller may not view, and retain the description when they are sent back', async () => {
    const { add, edit, run, share, blocksOf, get, storedAt } = await siteWithBlocks()
    await add('target')
    const page = await add('page', {
      blocks: { b: { '@type': 'x', href: [{ '@id': '/target', title: 'T', color: 1 }] } },
    })
    await share(page)
    const before = await storedAt(page)
    await run('transitionContent', '/target', { as: 'max', input: { transition: 'reject', body: {} } })
    expect(await blocksOf(page)).toEqual({ b: { '@type': 'x', href: [{ '@id': `${testBase}/target`, color: 1 }] } })
    await edit(page, { blocks: (await get(page)).blocks ?? null }, 'mia')
    expect(await storedAt(page)).toEqual(before)
    expect(await blocksOf(page, 'max')).toMatchObject({ b: { href: [{ title: 'T' }] } })
  })

  it('describe no object beyond the first 1,000 of a field, and retain the description', async () => {
    const { add, edit, get, blocksOf, storedAt } = await siteWithBlocks()
    const { uid } = await storedAt(await add('target'))
    const links = Array.from({ length: 1000 }, (_, i) => `resolveuid/a${i.toString(16).padStart(31, '0')}`)
    const item = { '@id': `resolveuid/${uid}`, title: 'T', color: 1 }
    const page = await add('page', { blocks: { a: { href: links }, b: { href: [item] } } })
    const before = await storedAt(page)
    expect((await blocksOf(page)).b).toEqual({ href: [{ '@id': item['@id'], color: 1 }] })
    await edit(page, { blocks: (await get(page)).blocks ?? null })
    expect(await storedAt(page)).toEqual(before)
  })
})

describe('teasers (docs/content-and-access.md, Blocks and values)', () => {
  const teaser = (more: JsonObject): JsonValue => ({ b: { '@type': 'teaser', href: [{ '@id': '/target' }], ...more } })

  it('have the title, description and summary of their target unless they are overwritten', async () => {
    const { add, edit, blocksOf } = await siteWithBlocks()
    await add('target', { description: 'Old' })
    const page = await add('page', { blocks: teaser({ overwrite: false }) })
    const own = await add('own', { blocks: teaser({ overwrite: true, title: 'Mine' }) })
    await edit('/target', { title: 'New', description: 'Newer' })
    const href = [{ '@id': `${testBase}/target`, '@type': 'Document', title: 'New', description: 'Newer' }]
    expect((await blocksOf(page)).b).toMatchObject({ title: 'New', description: 'Newer', head_title: null, href })
    expect((await blocksOf(own)).b).toMatchObject({ title: 'Mine', href })
  })

  it('lose a target that expires between two reads', async () => {
    const { add, blocksOf, clock } = await siteWithBlocks()
    await add('target', { expires: '2027-01-01T01:00:00Z' })
    const page = await add('page', { blocks: teaser({ overwrite: false }) })
    expect((await blocksOf(page)).b).toMatchObject({ title: 'Title of target' })
    clock.now += 2 * 3_600_000
    expect((await blocksOf(page)).b).toEqual({ '@type': 'teaser', overwrite: false, href: [] })
    expect((await blocksOf(page, 'max')).b).toMatchObject({ title: 'Title of target' })
  })

  it('have no target that the caller may not view or that was deleted, and retain it when they are sent back', async () => {
    const { add, edit, run, share, blocksOf, get, storedAt } = await siteWithBlocks()
    await add('target')
    const page = await add('page', { blocks: teaser({ overwrite: false }) })
    await share(page)
    const before = await storedAt(page)
    await run('transitionContent', '/target', { as: 'max', input: { transition: 'reject', body: {} } })
    expect(await blocksOf(page)).toEqual({ b: { '@type': 'teaser', overwrite: false, href: [] } })
    await edit(page, { blocks: (await get(page)).blocks ?? null }, 'mia')
    expect(await storedAt(page)).toEqual(before)
    expect((await blocksOf(page, 'max')).b).toMatchObject({ title: 'Title of target' })
    await edit(page, { blocks: {} }, 'mia')
    expect((await storedAt(page)).fields.blocks).toEqual({})
  })
})
