import {
  type HtmlPage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OperationName,
  presentListing,
} from '@plenum/core'
import { addPublished, createTestSite, testBase } from '@plenum/testkit'
import { pageForTests } from './pageForTests.js'

type Site = Awaited<ReturnType<typeof createTestSite>>

const whole = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true } as const
const manager = { id: 'max', fullname: 'Max', roles: ['Manager'] }

const slate = (text: string) => ({ '@type': 'slate', plaintext: text, value: [{ type: 'p', children: [{ text }] }] })
const cell = (text: string) => ({ type: 'data', value: [{ type: 'p', children: [{ text }] }] })

const blocks: JsonObject = {
  a: { '@type': 'title' },
  b: { '@type': 'description' },
  c: {
    ...slate('Text'),
    value: [
      { type: 'h2', children: [{ text: 'Head', bold: true }] },
      { type: 'link', data: { url: '/x' }, children: [{ text: 'on' }] },
    ],
  },
  d: {
    '@type': 'text',
    text: {
      blocks: [
        { text: 'Old', type: 'header-two' },
        { text: 'Older', type: 'unstyled' },
      ],
    },
  },
  e: { '@type': 'image', url: '/picture', alt: 'A picture', href: [{ '@id': '/there' }] },
  f: { '@type': 'leadimage' },
  g: { '@type': 'listing', headline: 'List', variation: 'grid', querystring: { query: [] } },
  h: { '@type': 'slateTable', table: { rows: [{ cells: [cell('One')] }, { cells: [cell('Two')] }] } },
  i: { '@type': 'teaser', title: 'Teaser', description: 'More', href: [{ '@id': '/there', title: 'There' }] },
  j: { '@type': 'gridBlock', headline: 'Grid', blocks: { k: slate('Inner') }, blocks_layout: { items: ['k'] } },
  l: { '@type': 'video', url: 'https://video.example/1', title: 'Film' },
  m: { '@type': 'toc' },
  n: { '@type': 'newBlock', title: 'Other', plaintext: 'Something' },
  o: { '@type': 'scheduleBlock' },
  p: { '@type': 'sponsorsShowcaseBlock', title: 'Ours' },
  q: { '@type': 'levelComparisonBlock' },
}

async function conference(): Promise<Site> {
  const at = await createTestSite()
  const add = (path: string, body: JsonObject) => addPublished(at, path, body)
  const uidOf = async (path: string) =>
    (await at.run('getContent', path, { as: 'max', input: whole })).content.UID ?? null
  const body = {
    start: '2027-06-17T08:00:00Z',
    end: '2027-06-18T18:00:00Z',
    timezone: 'Europe/Lisbon',
    tracks: [{ '@id': 't', id: 't', title: 'Track', color: '#2b6cb0' }],
  }
  await at.run('editContent', '/', { as: 'max', input: { body } as never })
  await add('/', {
    '@type': 'Document',
    id: 'page',
    title: 'Page',
    description: 'Text',
    blocks,
    blocks_layout: { items: Object.keys(blocks) },
  })
  await add('/', { '@type': 'News Item', id: 'news', title: 'News', description: 'New', image_caption: 'Seen' })
  await add('/', {
    '@type': 'Event',
    id: 'event',
    title: 'Event',
    location: 'Here',
    contact_name: 'Con',
    start: body.start,
    end: body.end,
  })
  await add('/', { '@type': 'Link', id: 'link', title: 'Link', remoteUrl: 'https://other.example' })
  const links = [{ '@id': 'w', id: 'w', title: 'Web', href: ['https://me.example'] }]
  await add('/', { '@type': 'Presenter', id: 'ada', title: 'Ada', description: 'Speaks', social_links: links })
  await add('/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await add('/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  await add('/', { '@type': 'Schedule', id: 'schedule', title: 'Programme' })
  await add('/schedule', {
    '@type': 'Talk',
    id: 'talk',
    title: 'Talk',
    description: 'About',
    start: '2027-06-17T09:00:00Z',
    end: '2027-06-17T12:00:00Z',
    room: [await uidOf('/venue/hall')],
    presenters: [await uidOf('/ada')],
    session_track: ['t'],
  })
  await add('/', {
    '@type': 'SponsorsDB',
    id: 'sponsors',
    title: 'Sponsors',
    benefits: [{ '@id': 'b', id: 'b', title: 'Tea', description: 'Hot' }],
  })
  await add('/sponsors', {
    '@type': 'SponsorLevel',
    id: 'gold',
    title: 'Gold',
    benefits: [{ '@id': 'c', code: 'b', value: 'much' }],
  })
  await add('/sponsors/gold', {
    '@type': 'Sponsor',
    id: 'acme',
    title: 'Acme',
    description: 'Makes',
    social_links: links,
  })
  const options = [{ description: 'Yes' }, { description: 'No' }]
  await at.run('addContent', '/', {
    as: 'max',
    input: { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll?', legend: 'Pick', options },
  })
  await at.run('transitionContent', '/poll', { as: 'max', input: { transition: 'open', body: { comment: 'Now' } } })
  return at
}

export async function conferencePages(): Promise<readonly HtmlPage[]> {
  const at = await conference()
  const ask = async (name: OperationName, path: string, input: unknown): Promise<JsonValue> =>
    (await at.run(name, path, { as: 'max', input: input as never })) as JsonValue
  const object = async (path: string) => (await at.run('getContent', path, { as: 'max', input: whole })).content
  const component = (name: string, path: string) =>
    ask('getComponent', path, { name, parameters: {} }) as Promise<JsonObject>
  const results = await at.run('searchContent', '/', {
    input: { ...whole, parameters: { SearchableText: 'talk' } } as never,
  })
  const search = presentListing(results, { url: `${testBase}/@search`, rawQuery: '' })
  const poll = (await at.run('getPoll', '/poll', { as: 'max', input: undefined })).payload
  const event = await object('/')
  const programme = {
    schedule: await ask('getSchedule', '/', { metadata: [] }),
    sponsors: await ask('getSponsors', '/', { metadata: [] }),
  }
  const surroundings = async (path: string) => ({
    site: (await ask('getSite', '/', undefined)) as JsonObject,
    navigation: await component('navigation', path),
    breadcrumbs: await component('breadcrumbs', path),
    actions: await component('actions', path),
    workflow: (await ask('getWorkflow', path, undefined)) as JsonObject,
    event,
    content: await object(path),
  })
  const page = async (view: HtmlPage['view'], path: string, answer: JsonValue, more: JsonObject = {}) =>
    pageForTests({
      view,
      path,
      address: `${testBase}${path}`,
      answer: answer as JsonObject,
      caller: manager,
      notice: { id: 'notice.saved', text: 'It was done.' },
      more: { ...(await surroundings(path)), ...more },
    })
  const objects = [
    '/',
    '/page',
    '/news',
    '/event',
    '/link',
    '/ada',
    '/venue',
    '/venue/hall',
    '/schedule',
    '/schedule/talk',
    '/sponsors',
    '/sponsors/gold',
    '/sponsors/gold/acme',
  ]
  return [
    ...(await Promise.all(
      objects.map(async path => page('object', path, await object(path), { listings: { g: search }, ...programme })),
    )),
    await page('object', '/poll', await object('/poll'), { poll }),
    await page('poll', '/poll', { ...poll, results_graph: 'pie' }),
    await page('poll', '/poll', { ...poll, can_vote: false, state: 'closed', results_graph: 'numbers' }),
    await page('schedule', '/', await ask('getSchedule', '/', { metadata: [] })),
    await page('sponsors', '/', await ask('getSponsors', '/', { metadata: [] })),
    await page('search', '/', search),
    await page(
      'history',
      '/schedule/talk',
      { items: await ask('getHistory', '/schedule/talk', { start: 0, size: null }) },
      { diff: differences },
    ),
    await page('workflow', '/schedule/talk', await ask('getWorkflow', '/schedule/talk', undefined), { definitions }),
    await page('sharing', '/page', await ask('getSharing', '/page', { search: '' })),
    await page('sharedmemoize', '/', cache),
    ...(await Promise.all(
      sitePages.map(async ([view, name, input]) => page(view, '/', formOf(await ask(name, '/', input)))),
    )),
    await page('login', '/', { came_from: '/page', message: 'Again.' }),
    await page('error', '/', { type: 'NotFound', message: 'There is nothing.' }),
  ]
}

const sitePages: readonly [view: HtmlPage['view'], name: OperationName, input: JsonObject][] = [
  ['users', 'browseUsers', {}],
  ['user', 'getUserForm', { id: 'max', profile: null, password: null }],
  ['user', 'getUserForm', { id: 'rea', profile: null, password: null }],
  ['invite', 'getInvitation', { sent: null }],
  ['groups', 'browseGroups', {}],
  ['group', 'getGroupForm', { id: 'Reviewers', search: 're', sent: null }],
  ['addGroup', 'getNewGroupForm', { sent: null }],
  ['settings', 'browseSettings', {}],
  ['panel', 'getPanelForm', { name: 'site', sent: null }],
  ['panel', 'getPanelForm', { name: 'appearance', sent: null }],
]

const formOf = (answer: JsonValue): JsonValue => (isJsonObject(answer) ? (answer.form ?? answer) : answer)

const differences: JsonObject = {
  one: '0',
  two: 'current',
  fields: [
    {
      name: 'title',
      title: 'Title',
      pieces: [
        { kind: 'removed', text: 'Old' },
        { kind: 'added', text: 'New' },
      ],
    },
  ],
}
const definitions: JsonObject = {
  items: [
    {
      id: 'w',
      title: 'Workflow',
      initial_state: 'a',
      state: 'a',
      states: [
        { id: 'a', title: 'A' },
        { id: 'b', title: 'B' },
      ],
      transitions: [{ id: 'go', title: 'Go', from: ['a'], to: 'b', is_available: true, blockers: [] }],
    },
  ],
}
const cache: JsonObject = {
  active: true,
  settings: { url: 'redis://cache', exclude: ['a'], ttl: 3 },
  breaker: { open: true, seconds_until_retry: 3 },
  server: { product: 'Valkey', version: '8', latency_ms: 1, error: 'None' },
  functions: { f: { route: 'ram', reason: 'excluded', counters: { hits: 1 } } },
}
