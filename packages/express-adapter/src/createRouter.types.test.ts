import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e80000019008020000', 'hex').toString('base64')

const words = (...texts: readonly string[]): string[] => texts.flatMap(text => text.split(' ')).toSorted()

const common =
  '@components @id @type UID allow_discussion created id is_folderish layout lock modified next_item parent ' +
  'previous_item review_state type_title version workflow_states'
const dublinCore = 'title description subjects language effective expires creators contributors rights exclude_from_nav'
const versioned = 'changeNote versioning_enabled'
const blocks = 'blocks blocks_layout'
const preview = 'preview_image_link preview_caption_link'
const listing = 'items items_total'
const page = [dublinCore, versioned, blocks, preview, listing, 'relatedItems nav_title']
const eventPage = ['title description exclude_from_nav nav_title', versioned, blocks, preview, listing]
const slot = [
  'title description start end room slot_category subjects language exclude_from_nav',
  versioned,
  preview,
  listing,
]
const session = 'text presenters session_level session_audience session_track session_language session_video duration'
const settings =
  'start end days timezone tracks levels audience durations_keynote durations_talk durations_training release_schedule mail_presenters schedule_review_states'

const ownKeys: Readonly<Record<string, readonly string[]>> = {
  Document: [...page, 'table_of_contents'],
  'News Item': [...page, 'image image_caption'],
  Event: [
    ...page,
    'start end whole_day open_end location attendees contact_name contact_email contact_phone event_url recurrence sync_uid',
  ],
  Link: [dublinCore, versioned, 'remoteUrl'],
  File: [dublinCore, 'relatedItems file'],
  Image: [dublinCore, 'relatedItems image'],
  Schedule: eventPage,
  Keynote: [...slot, session],
  Talk: [...slot, session],
  Training: [...slot, session, 'requirements total_seats'],
  OpenSpace: slot,
  LightningTalks: [...slot, 'talks session_video'],
  Meeting: slot,
  Slot: slot,
  Break: slot,
  Presenter: [
    'title description email availability mail_optout categories social_links image image_caption text activities labels',
    'subjects language exclude_from_nav',
    versioned,
    preview,
  ],
  Venue: eventPage,
  Room: eventPage,
  SponsorsDB: [...eventPage, 'benefits'],
  SponsorLevel: [...eventPage, 'benefits color price'],
  Sponsor: ['title description text social_links image image_caption exclude_from_nav', versioned, listing],
  'collective.polls.poll': [
    'title description exclude_from_nav allow_anonymous max_choices legend options shuffle_options show_results',
    'results_graph open_date close_date',
    preview,
    listing,
  ],
  'Tech Event': [dublinCore, settings, blocks, preview, versioned, listing],
}

const containers: Readonly<Record<string, string>> = {
  Room: '/venue',
  SponsorLevel: '/sponsors',
  Sponsor: '/sponsors/gold',
  ...Object.fromEntries(
    ['Keynote', 'Talk', 'Training', 'OpenSpace', 'LightningTalks', 'Meeting', 'Slot', 'Break'].map(type => [
      type,
      '/schedule',
    ]),
  ),
}

const more: Readonly<Record<string, object>> = {
  Link: { remoteUrl: 'https://example.org' },
  File: { file: { data: 'YWJj', encoding: 'base64', filename: 'a.txt', 'content-type': 'text/plain' } },
  'collective.polls.poll': { options: [{ description: 'Yes' }, { description: 'No' }] },
  Image: { image: { data: png, encoding: 'base64', filename: 'a.png', 'content-type': 'image/png' } },
}

describe('GET of content, key by key', () => {
  let test: TestSite
  let app: Express

  beforeAll(async () => {
    test = await createTestSite()
    app = createApp(test.site)
    for (const [type, id, container] of [
      ['Venue', 'venue', '/'],
      ['Schedule', 'schedule', '/'],
      ['SponsorsDB', 'sponsors', '/'],
      ['SponsorLevel', 'gold', '/sponsors'],
    ] as const)
      await addPublished(test, container, { '@type': type, id, title: type })
  })

  const send = (method: 'get' | 'post' | 'patch', path: string, as?: TestUser) => {
    const sent = request(app)[method](path).set('Host', 'site.example')
    return as ? sent.auth(as, password) : sent
  }

  async function added(type: string) {
    if (type === 'SponsorsDB') return send('get', '/sponsors', 'max')
    const posted = await send('post', containers[type] ?? '/', 'max').send({
      '@type': type,
      title: 'Some',
      ...more[type],
    })
    expect([posted.status, posted.body]).toEqual([201, expect.anything()])
    return send('get', posted.body['@id'].slice(base.length), 'max')
  }

  it.each(Object.keys(ownKeys).filter(type => type !== 'Tech Event'))(
    'of %s has the common keys and its own',
    async type => {
      const { body } = await added(type)
      expect(Object.keys(body).toSorted()).toEqual(words(common, ...(ownKeys[type] ?? [])))
      expect(body['@type']).toBe(type)
    },
  )

  it('of a Tech Event, one of several, has the settings of an event', async () => {
    const panel = '/@controlpanels/tech-event-settings'
    await send('patch', panel, 'max').send({ support_multiple_events: true }).expect(204)
    const { body } = await added('Tech Event')
    expect(Object.keys(body).toSorted()).toEqual(words(common, ...(ownKeys['Tech Event'] ?? [])))
    const root = await send('get', '/')
    expect(Object.keys(root.body)).not.toEqual(expect.arrayContaining(['days']))
    await send('patch', panel, 'max').send({ support_multiple_events: false }).expect(204)
  })

  it('of the site root has special keys and no workflow_states', async () => {
    const { body } = await send('get', '/')
    const expected = words(
      '@components @id @type UID allow_discussion blocks blocks_layout contributors creators description effective',
      'exclude_from_nav expires id is_folderish items items_total language layout lock parent relatedItems review_state',
      'rights subjects table_of_contents title type_title',
      settings,
    )
    expect(Object.keys(body).toSorted()).toEqual(expected)
    expect(body).toMatchObject({
      '@id': base,
      '@type': 'Plone Site',
      is_folderish: true,
      language: { token: 'en', title: 'English' },
      layout: 'document_view',
      parent: {},
      review_state: null,
      start: null,
      end: null,
      days: [],
      title: 'Site',
    })
  })

  it('of a new Document has the values of an unmodified Document', async () => {
    const { body } = await send('post', '/', 'max').send({ '@type': 'Document', title: 'My Document' })
    const names = 'actions aliases breadcrumbs contextnavigation navigation navroot types workflow'.split(' ')
    const url = `${base}/my-document`
    expect(body).toEqual({
      '@components': Object.fromEntries(names.map(name => [name, { '@id': `${url}/@${name}` }])),
      '@id': url,
      '@type': 'Document',
      UID: expect.stringMatching(/^[0-9a-f]{32}$/),
      allow_discussion: false,
      blocks: {},
      blocks_layout: { items: [] },
      changeNote: '',
      contributors: [],
      created: '2027-01-01T00:00:00+00:00',
      creators: ['max'],
      description: '',
      effective: null,
      exclude_from_nav: false,
      expires: null,
      id: 'my-document',
      is_folderish: true,
      items: [],
      items_total: 0,
      language: '',
      layout: 'document_view',
      lock: { locked: false, stealable: true },
      modified: '2027-01-01T00:00:00+00:00',
      nav_title: null,
      next_item: {},
      parent: { '@id': base, '@type': 'Plone Site', description: '', title: 'Site', type_title: 'Plone Site' },
      preview_caption_link: null,
      preview_image_link: null,
      previous_item: {},
      relatedItems: [],
      review_state: 'private',
      rights: '',
      subjects: [],
      table_of_contents: null,
      title: 'My Document',
      type_title: 'Page',
      version: 'current',
      versioning_enabled: true,
      workflow_states: ['simple_publication_workflow|private'],
    })
  })

  it.each([
    ['Document', 'document_view', { locked: false, stealable: true }],
    ['News Item', 'newsitem_view', { locked: false, stealable: true }],
    ['Event', 'event_view', { locked: false, stealable: true }],
    ['Link', 'link_redirect_view', {}],
    ['File', 'file_view', {}],
    ['Image', 'image_view', {}],
    ['Venue', 'view', {}],
    ['collective.polls.poll', 'view', {}],
  ])('of %s uses the view %s, and lock is {} if it cannot be locked', async (type, layout, lock) => {
    expect((await added(type)).body).toMatchObject({ layout, lock })
  })

  it.each(['File', 'Image'])('of %s has no workflow: review_state is null and workflow_states empty', async type => {
    expect((await added(type)).body).toMatchObject({ review_state: null, workflow_states: [], is_folderish: false })
  })

  it('of a Talk has the terms of chosen values, and null without a choice', async () => {
    await send('patch', '/', 'max').send({ tracks: [{ id: 'web', title: 'Web' }] })
    const room = await send('post', '/venue', 'max').send({ '@type': 'Room', title: 'Main' })
    const talk = { '@type': 'Talk', title: 'x', session_track: ['web'], room: [room.body.UID], session_language: 'en' }
    const { body } = await send('post', '/schedule', 'max').send(talk)
    expect(body).toMatchObject({
      duration: null,
      session_audience: null,
      room: [{ token: room.body.UID, title: 'Main' }],
      session_language: { token: 'en', title: 'English' },
      session_track: [{ token: 'web', title: 'Web' }],
      slot_category: { token: 'activity', title: 'Activity' },
      text: null,
      presenters: [],
    })
  })
})
