import { createSite, type Member, memoryContentStore } from '@plenum/core'
import { createApp } from '@plenum/express-adapter'
import { createProcessScheduler, readUpload } from '@plenum/platform'
import { createTestSite } from '@plenum/testkit'
import supertest from 'supertest'
import { buildDemonstration } from './buildDemonstration.js'

const manager: Member = { kind: 'member', id: 'admin', fullname: 'Admin', roles: ['Manager'], groups: [] }
const base = 'http://site.example'
const settings = 'collective.techevent.event_settings'

type Payload = supertest.Response['body']

let get: (path: string) => Promise<Payload>
let contentTypeOf: (path: string) => Promise<string>

beforeAll(async () => {
  const { platform } = await createTestSite()
  const site = createSite({ ...platform, store: memoryContentStore(), readUpload, scheduler: createProcessScheduler() })
  await site.initialize({ title: 'Site', creator: manager.id })
  await buildDemonstration(site, manager)
  const app = createApp(site, { publicUrl: base })
  get = async path => (await supertest(app).get(path).expect(200)).body
  contentTypeOf = async path => String((await supertest(app).get(path).expect(200)).headers['content-type'])
})

const listing = (...types: readonly string[]): string => {
  const query = [{ i: 'portal_type', o: 'plone.app.querystring.operation.selection.any', v: types }]
  const body = { query, sort_on: 'sortable_title', metadata_fields: '_all', b_size: 100 }
  return `/@querystring-search?query=${encodeURIComponent(JSON.stringify(body))}`
}

describe('the demonstration for a conference front end', () => {
  it('has the settings of the event on every page, with tracks and colours', async () => {
    const wishes = `expand.inherit.behaviors=some.thing,${settings}&expand.navigation.depth=3`
    const page = await get(`/speakers/kenji-todaiyama?expand=breadcrumbs,actions,navroot,navigation,inherit&${wishes}`)
    const { inherit, navigation, breadcrumbs, actions, navroot } = page['@components']
    expect(inherit['@id']).toBe(
      `${base}/speakers/kenji-todaiyama/@inherit?expand.inherit.behaviors=some.thing,${settings}`,
    )
    expect(inherit[settings].from).toEqual({ '@id': base, title: 'Long Light 2027' })
    const { data } = inherit[settings]
    expect(data.days).toHaveLength(3)
    for (const row of [...data.tracks, ...data.levels, ...data.audience])
      expect(row).toMatchObject({
        id: expect.any(String),
        title: expect.any(String),
        color: expect.stringMatching(/^#/),
      })
    expect(data.durations_talk[0]).toMatchObject({ duration: expect.any(Number) })
    expect(navigation.items.map(({ title }: Payload) => title)).toContain('Speakers')
    expect(breadcrumbs.items).toHaveLength(2)
    expect(actions.user).toMatchObject([{ id: 'login' }])
    expect(navroot.navroot.title).toBe('Long Light 2027')
  })

  it('has sessions with rooms, tracks and presenters', async () => {
    const { items } = await get(listing('Keynote', 'Talk', 'Training'))
    expect(items.length).toBeGreaterThan(12)
    for (const item of items) {
      const named = [{ title: expect.any(String), token: expect.any(String) }]
      expect(item).toMatchObject({ room: named, session_track: named, description: expect.stringMatching(/\w/) })
      expect(item.presenters.length).toBeGreaterThan(0)
      expect((await get(item['@id'].slice(base.length))).text.data).toMatch(/<p>/)
    }
  })

  it('has presenters with images, texts and categories', async () => {
    const { items } = await get(listing('Presenter'))
    expect(items).toHaveLength(12)
    for (const item of items) {
      const [image] = item.image_scales[item.image_field]
      const picture = `${item['@id'].slice(base.length)}/${image.download}`
      expect(await contentTypeOf(picture)).toMatch(/^image\//)
    }
    const presenter = await get('/speakers/luz-atalaya')
    expect(presenter.activities).toMatchObject([
      { '@type': 'Training', items: [{}] },
      { '@type': 'Talk', items: [{}] },
    ])
  })

  it('has sponsors with logos, and levels with images and benefits', async () => {
    const { items, benefits } = await get('/@sponsors')
    expect(benefits.length).toBeGreaterThan(2)
    for (const level of items) {
      expect(level.image_scales.preview_image_link).toHaveLength(1)
      for (const sponsor of level.items) expect(sponsor.image_scales[sponsor.image_field]).toHaveLength(1)
      const content = await get(level['@id'].slice(base.length))
      expect(content.benefits[0]).toMatchObject({ code: { title: expect.any(String), token: expect.any(String) } })
      expect(content.preview_image_link.image_scales.image).toHaveLength(1)
    }
  })

  it('has pages with the blocks of such a front end', async () => {
    const pages = await Promise.all(['/', '/schedule', '/speakers', '/talks', '/sponsors', '/sponsors/gold'].map(get))
    const types = pages.flatMap(({ blocks }) => Object.values<Payload>(blocks).map(block => block['@type']))
    expect([...new Set(types)].sort()).toEqual([
      'levelBenefitsBlock',
      'levelComparisonBlock',
      'listing',
      'scheduleBlock',
      'slate',
      'sponsorLevelBlock',
      'sponsorsShowcaseBlock',
      'title',
    ])
  })
})
