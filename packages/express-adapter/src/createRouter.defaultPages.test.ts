import { addPublished, createTestSite, password, plainPages, readPlainPage, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
  await addPublished(test, '/', { '@type': 'Document', id: 'news', title: 'News' })
  await addPublished(test, '/news', { '@type': 'Document', id: 'front', title: 'Front' })
  await patch('/news', { default_page: 'front' })
})

const patch = (path: string, body: object) =>
  request(app).patch(path).auth('max', password).set('Host', 'site.example').send(body).expect(204)

const post = (path: string) =>
  request(app).post(path).auth('max', password).set('Host', 'site.example').send({}).expect(200)

const get = (path: string, accept: string) =>
  request(app).get(path).set({ Host: 'site.example', Accept: accept }).expect(200)

const pageOf = async (path: string) => readPlainPage((await get(path, 'text/html')).text)

const shownAt = async (path: string) => {
  const { path: shown, address, answer } = await pageOf(path)
  return [shown, address.replace('http://site.example', ''), (answer as { title?: string }).title]
}

describe('the page of a container with a default page (docs/content-and-access.md, Default pages, rule 3)', () => {
  it('shows that page at the address of the container, while JSON contains the container', async () => {
    expect(await shownAt('/news')).toEqual(['/news/front', '/news', 'Front'])
    const { body } = await get('/news', 'application/json')
    expect(body).toMatchObject({ title: 'News', default_page: 'front', items: [{ title: 'Front' }] })
  })

  it('has the breadcrumbs and the actions of the object that it shows', async () => {
    const { more } = await pageOf('/news')
    expect(more.breadcrumbs?.items).toEqual([{ '@id': 'http://site.example/news', title: 'News' }])
    expect(more.actions?.object).toEqual([expect.objectContaining({ url: 'http://site.example/news/front' })])
  })

  it('follows default pages of default pages, from the site root', async () => {
    await patch('/', { default_page: 'news' })
    expect(await shownAt('/')).toEqual(['/news/front', '', 'Front'])
  })

  it('follows a chain of ten', async () => {
    let path = '/news/front'
    for (let level = 0; level < 12; level++) {
      await addPublished(test, path, { '@type': 'Document', id: 'x', title: `Level ${level}` })
      await patch(path, { default_page: 'x' })
      path += '/x'
    }
    expect((await pageOf('/news')).path).toBe(`/news/front${'/x'.repeat(9)}`)
  })

  it('shows the container to callers who may not view the default page, immediately', async () => {
    expect(await shownAt('/news')).toEqual(['/news/front', '/news', 'Front'])
    await post('/news/front/@workflow/retract')
    expect(await shownAt('/news')).toEqual(['/news', '/news', 'News'])
    await post('/news/front/@workflow/publish')
    expect(await shownAt('/news')).toEqual(['/news/front', '/news', 'Front'])
  })

  it('changes immediately when the default page is edited, renamed, deleted or replaced', async () => {
    await patch('/news/front', { title: 'Fresh' })
    expect(await shownAt('/news')).toEqual(['/news/front', '/news', 'Fresh'])
    await patch('/news/front', { id: 'start' })
    expect(await shownAt('/news')).toEqual(['/news/start', '/news', 'Fresh'])
    await addPublished(test, '/news', { '@type': 'Document', id: 'other', title: 'Other' })
    await patch('/news', { default_page: 'other' })
    expect(await shownAt('/news')).toEqual(['/news/other', '/news', 'Other'])
    await request(app).delete('/news/other').auth('max', password).set('Host', 'site.example').expect(204)
    expect(await shownAt('/news')).toEqual(['/news', '/news', 'News'])
  })

  it('does not change the other pages of the container', async () => {
    expect((await pageOf('/news/@search')).path).toBe('/news')
    const { text } = await request(app)
      .get('/news?version=0')
      .auth('max', password)
      .set({ Host: 'site.example', Accept: 'text/html' })
      .expect(200)
    expect(readPlainPage(text)).toMatchObject({ path: '/news', answer: { title: 'News' } })
  })

  it('has a different ETag as JSON once another default page is selected', async () => {
    const first = (await get('/news', 'application/json')).headers.etag
    await patch('/news', { default_page: null })
    expect((await get('/news', 'application/json')).headers.etag).not.toBe(first)
  })
})

describe('a PATCH with a default page', () => {
  it('names the missing item', async () => {
    const { body } = await request(app)
      .patch('/news')
      .auth('max', password)
      .set('Host', 'site.example')
      .send({ default_page: 'nothing' })
      .expect(400)
    expect(body.errors).toEqual([
      { field: 'default_page', message: 'There is no item nothing here that can be the default page.' },
    ])
  })
})
