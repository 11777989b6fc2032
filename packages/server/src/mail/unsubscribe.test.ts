import { createApp } from '@plenum/express-adapter'
import { pages } from '@plenum/pages'
import { addPublished, createTestSite, type TestSite } from '@plenum/testkit'
import request from 'supertest'

const foreign = { Origin: 'https://mail.example.com', 'Sec-Fetch-Site': 'cross-site' }
const object = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

let test: TestSite
let app: ReturnType<typeof createApp>
let path: string

const hasOptedOut = async () =>
  (await test.run('getContent', '/ada', { as: 'max', input: object })).content.mail_optout === true

beforeEach(async () => {
  test = await createTestSite({ mailer: { base: 'http://site.example', post: () => {} } })
  app = createApp(test.site, { html: pages })
  await addPublished(test, '/', { '@type': 'Presenter', id: 'ada', title: 'Ada', email: 'ada@example.org' })
  const { content } = await test.run('getContent', '/ada', { as: 'max', input: object })
  await addPublished(test, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  await addPublished(test, '/schedule', {
    ...{ '@type': 'Talk', id: 'a', title: 'A', presenters: [String(content.UID)] },
    ...{ start: '2027-05-01T10:00:00Z', end: '2027-05-01T10:30:00Z' },
  })
  await test.run('editContent', '/', {
    as: 'max',
    input: { body: { mail_presenters: true }, representation: false },
  })
  await test.run('releaseSchedule', '/', { as: 'max', input: { name: 'One' } })
  const next = await test.site.mails.next('me')
  path = new URL(next?.contents.unsubscribe ?? '').pathname
})

const read = (accept: string) => request(app).get(path).set('Host', 'site.example').set('Accept', accept)

describe('the link for unsubscribing (docs/schedule.md, Emails to presenters, rule 5)', () => {
  it('changes nothing when it is read, as JSON and as a page without a referrer', async () => {
    const json = await read('application/json').expect(200)
    expect(json.body).toEqual({ '@id': `http://site.example${path}`, unsubscribed: false })
    const page = await read('text/html').expect(200)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.text).toContain('<button type="submit">Unsubscribe</button>')
    await request(app).head(path).expect(200)
    expect(await hasOptedOut()).toBe(false)
  })

  it('opts out by a POST without cookies, whatever the origin and the body (RFC 8058)', async () => {
    const sent = request(app).post(path).set('Host', 'site.example').set(foreign)
    await sent.type('form').send('List-Unsubscribe=One-Click').expect(204)
    expect(await hasOptedOut()).toBe(true)
    expect((await read('application/json')).body.unsubscribed).toBe(true)
  })

  it('opts out permanently, even if an editor reverts the presenter to an earlier version', async () => {
    await request(app).post(path).set('Host', 'site.example').set(foreign).expect(204)
    await test.run('revertVersion', '/ada', { as: 'max', input: { version: 0 } })
    expect(await hasOptedOut()).toBe(true)
  })

  it('opts out by a POST of multipart data, too', async () => {
    const sent = request(app).post(path).set('Host', 'site.example').set(foreign)
    await sent.field('List-Unsubscribe', 'One-Click').expect(204)
    expect(await hasOptedOut()).toBe(true)
  })

  it('opts out with the button of the page, which sends no origin', async () => {
    const page = await read('text/html')
    const cookies = (page.get('Set-Cookie') ?? []).map(cookie => cookie.split(';', 1)[0]).join('; ')
    const fields = Object.fromEntries(
      [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    expect(Object.keys(fields).sort()).toEqual(['came_from', 'link', 'token'])
    const sent = request(app).post('/@@do/unsubscribe').set('Host', 'site.example').set('Cookie', cookies)
    const done = await sent.set('Origin', 'null').type('form').send(fields).expect(303)
    expect(done.headers.location).toBe(`http://site.example${path}`)
    expect(await hasOptedOut()).toBe(true)
    const after = await read('text/html')
    expect(after.text).toContain('You no longer get emails about changes to your sessions.')
    expect(after.text).not.toContain('<button type="submit">Unsubscribe')
  })

  it('is refused with a changed token, and other cross-site writes remain refused', async () => {
    await request(app).post(`${path}x`).set(foreign).expect(404)
    await request(app).get(`${path}x`).set('Accept', 'text/html').expect(404)
    await request(app).post('/').set(foreign).send({ '@type': 'Document' }).expect(403)
    expect(await hasOptedOut()).toBe(false)
  })
})
