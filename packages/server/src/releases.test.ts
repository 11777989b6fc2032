import type { JsonObject } from '@plenum/core'
import { createApp, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { pages } from '@plenum/pages'
import { addPublished, createTestSite, password, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import request from 'supertest'

let test: TestSite
let app: ReturnType<typeof createApp>

const body = (res: NodeJS.ReadableStream, done: (error: Error | null, text: string) => void): void => {
  let text = ''
  res.on('data', data => {
    text += data
  })
  res.on('end', () => done(null, text))
}

async function read(path: string, as?: TestUser, accept = 'application/json'): Promise<string> {
  const sent = request(app).get(path).set('Host', 'site.example').set('Accept', accept)
  const answer = await (as ? sent.auth(as, password) : sent).buffer().parse(body as never)
  return `${answer.status} ${answer.body} ${JSON.stringify(answer.headers)}`
}

const patch = (path: string, values: JsonObject) =>
  test.run('editContent', path, { as: 'max', input: { body: values, representation: false } })

const object = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
const uidOf = async (path: string) =>
  String((await test.run('getContent', path, { as: 'max', input: object })).content.UID)

const readers: readonly (TestUser | undefined)[] = [undefined, 'mia', 'rea', 'con', 'rex']
const editors: readonly TestUser[] = ['edi', 'sia', 'max']

/** Strings that occur only in the unreleased schedule. */
const secrets = ['Workingtitle', '23:17', 'T2317', 'Draftsession']

const paths = [
  '/',
  '/?fullobjects=1&expand=breadcrumbs,navigation,contextnavigation,workflow,actions,types,aliases',
  '/schedule',
  '/schedule?fullobjects=1',
  '/schedule/a',
  '/schedule/a?expand=breadcrumbs,workflow,contextnavigation',
  '/schedule/new',
  '/schedule/new/slides',
  '/schedule/new/@workflow',
  '/schedule/a/@workflow',
  '/schedule/a/@history',
  '/schedule/a/@history/0',
  '/schedule/a/@history/1',
  '/schedule/a/@history/0/@diff/1',
  '/schedule/a/@history/0/@diff/current',
  '/schedule/a/slides?expand=breadcrumbs',
  '/ada',
  '/ada/@relations?target={ada}',
  '/@relations?target={hall}',
  '/@relations?target={attic}',
  '/@schedule',
  '/@schedule?metadata_fields=_all',
  '/@schedule?release=1',
  '/@schedule?release=working',
  '/@schedule-conflicts',
  '/@schedule-releases',
  '/@schedule-releases/1',
  '/@schedule-releases/1/@diff/1',
  '/@schedule-releases/1/@diff/working',
  '/@search?portal_type=Talk&metadata_fields=_all',
  '/@search?portal_type=Talk&fullobjects=1',
  '/@search?SearchableText=workingti*',
  '/@search?SearchableText=draftsess*',
  '/@search?slot_room={attic}',
  '/@search?sort_on=start&b_size=1000&metadata_fields=_all',
  '/@querystring-search?query=%7B%22query%22%3A%5B%7B%22i%22%3A%22portal_type%22%2C%22o%22%3A%22plone.app.querystring.operation.selection.any%22%2C%22v%22%3A%5B%22Talk%22%5D%7D%5D%7D',
  '/@contextnavigation?expand.contextnavigation.includeTop=1',
  '/@navigation?expand.navigation.depth=4',
  '/@changes',
  '/@worklists',
  '/@@schedule.ics',
  '/@@schedule.json',
  '/@@schedule.xml',
  '/@@schedule2.json',
  '/@@releases.atom',
  '/@@sitemap.xml',
  '/schedule/a/@@schedule.ics',
  '/schedule/new/@@schedule.ics',
]

let uids: Readonly<Record<string, string>>
const at = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => uids[name] ?? '')

beforeAll(async () => {
  test = await createTestSite()
  app = createApp(test.site, { routes: feedRoutes(feeds), html: pages, publicUrl: testBase })
  await addPublished(test, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await addPublished(test, '/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  await addPublished(test, '/', { '@type': 'Presenter', id: 'ada', title: 'Ada' })
  await addPublished(test, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  const [hall, ada] = [await uidOf('/venue/hall'), await uidOf('/ada')]
  const times = { start: '2027-05-01T10:00:00Z', end: '2027-05-01T10:30:00Z' }
  const talk = { '@type': 'Talk', room: [hall], presenters: [ada], ...times }
  await addPublished(test, '/schedule', { ...talk, id: 'a', title: 'Oldtitle' })
  await addPublished(test, '/schedule/a', {
    '@type': 'Link',
    id: 'slides',
    title: 'Slides',
    remoteUrl: 'https://x.example',
  })
  await test.run('releaseSchedule', '/', { as: 'max', input: { name: 'One' } })
  await patch('/', { release_schedule: true })
  await addPublished(test, '/venue', { '@type': 'Room', id: 'loft', title: 'Loft' })
  await test.run('addContent', '/venue', { as: 'max', input: { '@type': 'Room', id: 'attic', title: 'Attic' } })
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Presenter', id: 'newcomer', title: 'Newcomer' } })
  const attic = await uidOf('/venue/attic')
  uids = { hall, ada, attic }
  const changed = { start: '2027-05-01T23:17:00Z', end: '2027-05-01T23:30:00Z', room: [attic] }
  await patch('/schedule/a', { title: 'Workingtitle', presenters: [await uidOf('/newcomer')], ...changed })
  await addPublished(test, '/schedule', { ...talk, id: 'new', title: 'Draftsession', presenters: [ada] })
  await addPublished(test, '/schedule/new', {
    '@type': 'Link',
    id: 'slides',
    title: 'Draftsession',
    remoteUrl: 'https://x.example',
  })
})

describe('a released schedule (docs/schedule.md, Releases)', () => {
  it.each(paths)('hides the working programme from readers at %s', async path => {
    for (const as of readers)
      for (const accept of ['application/json', 'text/html']) {
        const text = (await read(at(path), as, accept)).replaceAll(at(path), '').replaceAll(encodeURI(at(path)), '')
        expect([as, accept, secrets.filter(word => text.includes(word))]).toEqual([as, accept, []])
      }
  })

  it('shows readers the release, and editors the working programme', async () => {
    for (const path of [
      '/schedule/a',
      '/@schedule',
      '/schedule',
      '/ada',
      '/@search?portal_type=Talk',
      '/schedule/a/slides?expand=breadcrumbs',
    ])
      for (const accept of ['application/json', 'text/html']) {
        for (const as of readers)
          expect([path, as, await read(path, as, accept)]).toEqual([path, as, expect.stringContaining('Oldtitle')])
        if (path === '/ada') continue
        for (const as of editors)
          expect([path, as, await read(path, as, accept)]).toEqual([path, as, expect.stringContaining('Workingtitle')])
      }
    for (const path of ['/@@schedule.ics', '/@@schedule.json', '/@@schedule.xml', '/@@schedule2.json'])
      for (const as of [...readers, ...editors]) {
        const text = await read(path, as)
        expect(text).toContain('Oldtitle')
        expect(text).not.toMatch(/Workingtitle|Draftsession/)
      }
  })
})
