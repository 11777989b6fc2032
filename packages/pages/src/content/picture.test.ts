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

describe('the picture of a listed object', () => {
  const listingOf = (more: JsonObject) =>
    htmlOf(
      pageForTests({
        view: 'search',
        answer: { items: [{ '@id': 'http://site.example/a', title: 'A', ...more }], items_total: 1 },
      }),
    )

  it.each([
    ['the smallest that is wide enough for two pixels for one', [1000, 192, 400, 191], '192'],
    ['the image itself where none is wide enough', [100, 191], 'full'],
    ['the image itself where there are no scales', [], 'full'],
  ])('is %s', async (_, widths, shown) => {
    const more = { image_field: 'image', image_scales: { image: [imageWith(...widths)] } }
    expect(imageIn(await listingOf(more))).toContain(`src="http://site.example/a/@@images/image-${shown}"`)
  })

  it('is the one of the field that the listing names, at its own address', async () => {
    const other = { ...imageWith(), base_path: '/other' }
    const image_scales = { image: [imageWith()], preview_image_link: [other] }
    const html = await listingOf({ image_field: 'preview_image_link', image_scales })
    expect(imageIn(html)).toContain('src="/other/@@images/image-full"')
    expect(imageIn(await listingOf({ image_field: '', image_scales }))).toBeUndefined()
  })
})

describe('the picture of a news item', () => {
  it.each([
    ['its title, without a caption', '', / alt="News"/],
    ['nothing, where the caption says it', 'Seen', / alt(?:="")?[ /]/],
  ])('has as its text %s', async (_, image_caption, alt) => {
    const answer = { '@type': 'News Item', title: 'News', image: imageWith(), image_caption }
    const html = await htmlOf(pageForTests({ answer }))
    expect(imageIn(html)).toMatch(alt)
    expect(html.includes('<figcaption>Seen</figcaption>')).toBe(image_caption !== '')
  })
})
