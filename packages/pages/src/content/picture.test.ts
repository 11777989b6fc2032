import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const scale = (width: number) => ({ download: `@@images/image-${width}`, width, height: width / 2 })
const imageWith = (...widths: readonly number[]): JsonObject => ({
  download: '@@images/image-full',
  width: 4000,
  height: 2000,
  scales: Object.fromEntries(widths.map(width => [`w${width}`, scale(width)])),
})
const imageIn = (html: string) => /<img [^>]*>/.exec(html)?.[0]

describe('the image of a listed object', () => {
  const listingOf = (more: JsonObject) =>
    htmlOf(
      pageForTests({
        view: 'search',
        answer: { items: [{ '@id': 'http://site.example/a', title: 'A', ...more }], items_total: 1 },
      }),
    )

  it.each([
    ['the smallest scale that is wide enough for two pixels per CSS pixel', [1000, 192, 400, 191], '192'],
    ['the original if no scale is wide enough', [100, 191], 'full'],
    ['the original if no scales exist', [], 'full'],
  ])('is %s', async (_, widths, shown) => {
    const more = { image_field: 'image', image_scales: { image: [imageWith(...widths)] } }
    expect(imageIn(await listingOf(more))).toContain(`src="http://site.example/a/@@images/image-${shown}"`)
  })

  it('comes from the field that the listing names, with the URL of the image itself', async () => {
    const other = { ...imageWith(), base_path: '/other' }
    const image_scales = { image: [imageWith()], preview_image_link: [other] }
    const html = await listingOf({ image_field: 'preview_image_link', image_scales })
    expect(imageIn(html)).toContain('src="/other/@@images/image-full"')
    expect(imageIn(await listingOf({ image_field: '', image_scales }))).toBeUndefined()
  })
})

describe('the image of a news item', () => {
  it.each([
    ['its title if there is no caption', '', / alt="News"/],
    ['empty if the caption describes it', 'Seen', / alt(?:="")?[ /]/],
  ])('has the alternative text: %s', async (_, image_caption, alt) => {
    const answer = { '@type': 'News Item', title: 'News', image: imageWith(), image_caption }
    const html = await htmlOf(pageForTests({ answer }))
    expect(imageIn(html)).toMatch(alt)
    expect(html.includes('<figcaption>Seen</figcaption>')).toBe(image_caption !== '')
  })
})
