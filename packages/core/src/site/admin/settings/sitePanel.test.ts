import { createTestSite, type TestSite, testBase } from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../../foundation/json.js'
import { asOwner } from '../../asOwner.js'

let at: TestSite

beforeEach(async () => {
  at = await createTestSite()
})

const write = (body: JsonObject) => at.run('editControlPanel', '/', { as: 'max', input: { name: 'site', body } })
const data = async () =>
  (await at.run('getControlPanel', '/', { as: 'max', input: { name: 'site' } })).data as JsonObject
const site = () => at.run('getSite', '/', { input: undefined })
const problemsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    error => error.details.problems,
  )

function png(width: number, bytes = 0): string {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000108060000001f15c489', 'hex')
  head.writeUInt32BE(width, 16)
  return Buffer.concat([head, Buffer.alloc(bytes)]).toString('base64')
}

const logoText = (name: string, image: string) => `filenameb64:${Buffer.from(name).toString('base64')};datab64:${image}`

async function logoAt(address: JsonValue | undefined) {
  const [, name = ''] = /@@site-logo\/([^/]+)$/.exec(String(address)) ?? []
  return at.run('getSiteLogo', '/', { input: { name, scale: null } })
}

async function bytesOf({ pieces }: Awaited<ReturnType<typeof logoAt>>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces ?? []) all.push(piece)
  return Buffer.concat(all).toString('base64')
}

describe('the public data of a site', () => {
  it('exist from the start', async () => {
    expect(await site()).toEqual({
      '@id': `${testBase}/@site`,
      features: { filter_aliases_by_date: true, multilingual: false },
      'plenum.appearance': {
        accent_color: null,
        favicon: null,
        cover_image: null,
        imprint_url: null,
        privacy_url: null,
        contact_url: null,
      },
      'plenum.is_event': true,
      'plone.allowed_sizes': expect.arrayContaining(['icon 32:32', 'preview 400:400', '4k 4000:4000']),
      'plone.available_languages': ['en'],
      'plone.default_language': 'en',
      'plone.portal_timezone': 'UTC',
      'plone.robots_txt': expect.stringContaining('{portal_url}/sitemap'),
      'plone.site_logo': null,
      'plone.site_title': 'Site',
    })
  })

  it('include the title of the root only for callers who may view it, and the title of the site for all', async () => {
    const [type, workflows] = ['Plone Site', ['simple_publication_workflow']] as const
    await asOwner(at.site, 'setTypeWorkflows', { type, workflows })
    await asOwner(at.site, 'repairPermissions')
    expect(await site()).toMatchObject({ 'plone.site_title': '' })
    expect(await at.run('getSite', '/', { as: 'max', input: undefined })).toMatchObject({ 'plone.site_title': 'Site' })
    await write({ site_title: 'Gulls 2027' })
    expect(await site()).toMatchObject({ 'plone.site_title': 'Gulls 2027' })
  })

  it('use the title of the first page until the site has a title', async () => {
    await at.run('editContent', '/', { as: 'max', input: { body: { title: 'Welcome' }, representation: false } })
    expect(await site()).toMatchObject({ 'plone.site_title': 'Welcome' })
    await write({ site_title: 'Gulls 2027' })
    await at.run('editContent', '/', { as: 'max', input: { body: { title: 'Hello' }, representation: false } })
    expect(await site()).toMatchObject({ 'plone.site_title': 'Gulls 2027' })
  })

  it('include the configured robots', async () => {
    await write({ robots_txt: 'User-agent: *\nDisallow: /\n' })
    expect(await site()).toMatchObject({ 'plone.robots_txt': 'User-agent: *\nDisallow: /\n' })
    await write({ robots_txt: null })
    expect((await site())['plone.robots_txt']).toContain('{portal_url}')
  })
})

describe('the logo of a site', () => {
  it('is accepted in the form of the panel, and public at its address', async () => {
    await write({ site_logo: logoText('Möwe.png', png(40)) })
    const address = (await site())['plone.site_logo']
    expect(address).toMatch(new RegExp(`^${testBase}/@@site-logo/logo-40-[0-9a-f]{32}\\.png$`))
    const logo = await logoAt(address)
    expect(logo).toMatchObject({ filename: 'Möwe.png', contentType: 'image/png' })
    expect(await bytesOf(logo)).toBe(png(40))
    expect((await data()).site_logo).toBe(logoText('Möwe.png', png(40)))
  })

  it('is also accepted like any other file', async () => {
    await write({ site_logo: { data: png(41), encoding: 'base64', filename: 'logo.png', 'content-type': 'image/png' } })
    expect((await data()).site_logo).toBe(logoText('logo.png', png(41)))
  })

  it('has another address after a change, and the old address is not found', async () => {
    await write({ site_logo: logoText('a.png', png(40)) })
    const before = (await site())['plone.site_logo']
    await write({ site_logo: logoText('a.png', png(41)) })
    expect((await site())['plone.site_logo']).not.toBe(before)
    await expect(logoAt(before)).rejects.toMatchObject({ code: 'not-found' })
  })

  it.each(['', null])('is deleted when %j is sent', async nothing => {
    await write({ site_logo: logoText('a.png', png(40)) })
    const before = (await site())['plone.site_logo']
    await write({ site_logo: nothing })
    expect((await site())['plone.site_logo']).toBeNull()
    expect((await data()).site_logo).toBeNull()
    await expect(logoAt(before)).rejects.toMatchObject({ code: 'not-found' })
  })

  it.each([
    ['no image', logoText('a.png', Buffer.from('text').toString('base64')), 'field.image'],
    ['no base64', logoText('a.png', '***'), 'field.encoding'],
    ['any other text', 'logo.png', 'field.file-expected'],
    ['more than 512 KB', logoText('a.png', png(40, 512 * 1024)), 'field.file-too-large'],
  ])('is rejected as %s', async (_, sent, id) => {
    expect(await problemsOf(write({ site_logo: sent }))).toMatchObject([{ field: 'site_logo', message: { id } }])
    expect((await site())['plone.site_logo']).toBeNull()
  })
})
