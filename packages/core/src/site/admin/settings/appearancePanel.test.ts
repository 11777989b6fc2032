import { createTestSite, type TestSite, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../../foundation/json.js'

let at: TestSite

beforeEach(async () => {
  at = await createTestSite()
})

const write = (body: JsonObject) => at.run('editControlPanel', '/', { as: 'max', input: { name: 'appearance', body } })
const appearance = async () => (await at.run('getSite', '/', { input: undefined }))['plenum.appearance']
const refusedFields = (body: JsonObject) =>
  write(body).then(
    () => [],
    error => error.details.problems.map(({ field }: { readonly field: string }) => field),
  )

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000001f408020000', 'hex')
const imageOf = (bytes: Buffer) => `filenameb64:${btoa('a.png')};datab64:${bytes.toString('base64')}`

describe('the appearance of a site', () => {
  it('is public', async () => {
    const links = {
      imprint_url: '/imprint',
      privacy_url: 'https://a.example/privacy',
      contact_url: 'mailto:a@b.example',
    }
    await write({ accent_color: '#FFE000', ...links })
    expect(await appearance()).toEqual({ accent_color: '#FFE000', favicon: null, cover_image: null, ...links })
    await write({ accent_color: null, imprint_url: '' })
    expect(await appearance()).toMatchObject({ accent_color: null, imprint_url: null })
  })

  it.each([
    ['accent_color', 'red'],
    ['accent_color', '#0b5f6b}body{display:none'],
    ['imprint_url', 'imprint'],
    ['imprint_url', '//evil.example'],
    ['privacy_url', 'javascript:alert(1)'],
    ['contact_url', 'https://a b'],
  ])('refuses %s: %s', async (field, value) => {
    expect(await refusedFields({ [field]: value })).toEqual([field])
  })

  it('has an icon and a cover image, which everybody may read', async () => {
    await write({ favicon: imageOf(png), cover_image: imageOf(Buffer.concat([png, Buffer.from('x')])) })
    const { favicon, cover_image } = await appearance()
    const address = `${testBase}/@@site-logo/`
    expect(favicon).toMatch(new RegExp(`^${address}favicon-1000-[0-9a-f]{32}\\.png$`))
    expect(cover_image).toMatchObject({ width: 1000, download: expect.stringMatching(/cover-1000-/) })
    const sizes = [favicon, cover_image?.download].map(async url => {
      const input = { name: String(url).slice(address.length), scale: null }
      return (await at.run('getSiteLogo', '/', { input })).size
    })
    expect(await Promise.all(sizes)).toEqual([png.length, png.length + 1])
    expect(await refusedFields({ cover_image: imageOf(Buffer.concat([png, Buffer.alloc(600_000)])) })).toEqual([
      'cover_image',
    ])
  })
})
