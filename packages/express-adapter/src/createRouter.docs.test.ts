import { createTestSite, plainPages } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

let app: Express
let loads: number

beforeEach(async () => {
  const { site } = await createTestSite()
  loads = 0
  const apiViewer = async () => {
    if (++loads === 1) throw new Error('The file cannot be read.')
    return { style: Buffer.from('body { margin: 0 }'), script: Buffer.from('export {}') }
  }
  app = createApp(site, { html: { ...plainPages, apiViewer } })
})

const filesIn = (html: string): readonly string[] =>
  [...html.matchAll(/(?:href|src)="([^":]+\.(?:css|js))"/g)].map(match => match[1] ?? '')

describe('GET /@docs', () => {
  it('loads the viewer when it is requested, once, and again after a failure', async () => {
    await request(app).get('/').expect(200)
    expect(loads).toBe(0)
    await request(app).get('/@docs').expect(500)
    await Promise.all([1, 2, 3].map(() => request(app).get('/@docs').expect(200)))
    expect(loads).toBe(2)
  })

  it('has a policy that allows only files of this site, and no inline scripts or styles', async () => {
    loads = 1
    const { headers, text } = await request(app).get('/@docs').set('Accept', 'text/html').expect(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:/)
    expect(text).not.toMatch(/<style|style=|<script(?! type="module" src="@docs)/)
  })

  it.each(['/@docs', '/@docs/', '/++api++/@docs'])('refers to its files relative to %s', async path => {
    loads = 1
    const { text } = await request(app).get(path).expect(200)
    const [style = '', script = ''] = filesIn(text).map(file => new URL(file, `http://site.example${path}`).pathname)
    const { headers } = await request(app).get(style).expect(200).expect('Content-Type', 'text/css; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    await request(app).get(script).expect(200).expect('Content-Type', 'text/javascript; charset=utf-8')
    const [, document = ''] = /data-document="([^"]+)"/.exec(text) ?? []
    await request(app)
      .get(new URL(document, `http://site.example${path}`).pathname)
      .expect(200)
  })

  it('is not sent again to a client that has cached it', async () => {
    loads = 1
    const { headers } = await request(app).get('/@docs').expect(200)
    await request(app)
      .get('/@docs')
      .set('If-None-Match', headers.etag ?? '')
      .expect(304)
  })

  it('gets 404 for unknown files, and without a viewer', async () => {
    loads = 1
    const { body } = await request(app).get('/@docs/script.js').expect(404)
    expect(body).toMatchObject({ type: 'NotFound', message: expect.stringContaining('/@openapi') })
    const { site } = await createTestSite()
    await request(createApp(site)).get('/@docs').expect(404)
  })
})
