import { createTestSite } from '@plenum/testkit'
import type { SearchHit } from '../../content/store/catalog.js'
import { translateEnglish, translator } from '../../foundation/messages.js'
import { assemble } from '../admin/assemble.js'
import { type Frame, frameOf } from '../run/requestContext.js'
import { cachedSummary, type Related, referencesIn } from './oneSummary.js'

const entry = (path: string, more: SearchHit['columns'] = {}): SearchHit => ({
  ...{ uid: path, path, type: 'Document', position: 0 },
  columns: { title: path, ...more },
})
const file = { digest: 'd', filename: 'a.png', 'content-type': 'image/png', size: 9, width: 4, height: 2 }
const photo = entry('/photo', { image: { field: 'image', file } })
const page = entry('/page', { preview_image_link: 'photo' })

const nothing: Related = { visible: () => undefined, age: () => 0, node: () => undefined }
const seeing = (visible: SearchHit): Related => ({
  ...nothing,
  visible: uid => (uid === 'photo' ? visible : undefined),
})

async function englishFrame(): Promise<Frame> {
  const environment = assemble((await createTestSite()).platform, {})
  return frameOf({ environment, base: 'http://a.example', language: 'en', translate: translateEnglish })
}

describe('a cached summary', () => {
  it('is the same object for the same entry, frame and related objects', async () => {
    const frame = await englishFrame()
    expect(referencesIn(page, frame)).toEqual({ uids: ['photo'], nodes: [] })
    const summary = cachedSummary(page, frame, seeing(photo))
    expect(cachedSummary(page, frameOf({ ...frame }), seeing(photo))).toBe(summary)
    expect(Object.isFrozen(summary)).toBe(true)
  })

  it('shows only the related objects that the caller may view', async () => {
    const frame = await englishFrame()
    expect(cachedSummary(page, frame, seeing(photo))).toMatchObject({ image_field: 'preview_image_link' })
    expect(cachedSummary(page, frame, nothing)).toMatchObject({ image_field: '', image_scales: null })
    const other = entry('/other', { image: { field: 'image', file } })
    expect(JSON.stringify(cachedSummary(page, frame, seeing(other)))).toContain('"base_path":"/other"')
  })

  it('has the URL and the language of the caller', async () => {
    const frame = await englishFrame()
    const german = frameOf({ ...frame, language: 'de', translate: translator({ Page: 'Seite' }) })
    const elsewhere = frameOf({ ...frame, base: 'http://b.example' })
    const summaries = [frame, german, elsewhere].map(each => cachedSummary(page, each, nothing))
    expect(summaries.map(summary => [summary['@id'], summary.type_title])).toEqual([
      ['http://a.example/page', 'Page'],
      ['http://a.example/page', 'Seite'],
      ['http://b.example/page', 'Page'],
    ])
  })
})

describe('a frame', () => {
  it('is new for each request without a named language', async () => {
    const { environment, translate } = await englishFrame()
    const unnamed = { environment, base: 'http://a.example', language: undefined, translate }
    expect(frameOf({ ...unnamed })).not.toBe(frameOf({ ...unnamed }))
  })

  it('differs for other translations of the same language', async () => {
    const frame = await englishFrame()
    expect(frameOf({ ...frame, translate: translator({}) })).not.toBe(frame)
  })

  it('is evicted by many others, so that clients cannot fill the memory with base URLs', async () => {
    const frame = await englishFrame()
    for (let i = 0; i < 30; i++) frameOf({ ...frame, base: `http://${i}.example` })
    expect(frameOf({ ...frame })).not.toBe(frame)
  })
})
