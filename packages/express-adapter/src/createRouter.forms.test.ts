import { createTestSite, password } from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'

async function client() {
  const { site } = await createTestSite()
  const agent = request(createApp(site, { publicUrl: base }))
  return { agent, get: (path: string) => agent.get(path).auth('mia', password) }
}

describe('data for forms (docs/content-and-access.md, Schemas of types)', () => {
  it('include the list of types for members', async () => {
    const { agent, get } = await client()
    const { status, body } = await get('/@types')
    expect(status).toBe(200)
    expect(body[0]).toEqual({
      '@id': `${base}/@types/Break`,
      addable: false,
      id: 'Break',
      immediately_addable: false,
      title: 'Break',
    })
    const refused = await agent.get('/@types')
    expect([refused.status, refused.body]).toMatchObject([401, { type: 'Unauthorized', context: base }])
  })

  it('are expanded on request, but not for visitors', async () => {
    const { agent, get } = await client()
    const { body } = await agent.get('/?expand=types')
    expect(body['@components'].types).toEqual({ '@id': `${base}/@types` })
    const edited = await agent.get('/?expand=types').auth('max', password)
    expect(edited.body['@components'].types).toEqual((await agent.get('/@types').auth('max', password)).body)
    expect((await get('/@types')).body).toHaveLength(24)
  })

  it('include the schema of a type as JSON schema', async () => {
    const { get } = await client()
    const { status, headers, body } = await get('/@types/News%20Item')
    expect([status, headers['content-type']]).toEqual([200, 'application/json+schema'])
    expect(body).toMatchObject({ title: 'News Item', type: 'object', required: ['title'], layouts: ['newsitem_view'] })
    expect(body.properties.subjects.widgetOptions.vocabulary).toEqual({
      '@id': `${base}/@vocabularies/plone.app.vocabularies.Keywords`,
    })
  })

  it('include one property of a schema', async () => {
    const { get } = await client()
    const { headers, body } = await get('/@types/Document/title')
    expect(headers['content-type']).toBe('application/json+schema')
    expect(body).toMatchObject({ title: 'Title', type: 'string', behavior: 'plone.basic' })
  })

  it('are 404 for unknown types and fields, and 401 for visitors', async () => {
    const { agent, get } = await client()
    for (const path of ['/@types/Nope', '/@types/Document/nope']) {
      const { status, body } = await get(path)
      expect([status, body]).toEqual([404, { type: 'NotFound', message: expect.stringMatching(/nope/i) }])
      expect((await agent.get(path)).status).toBe(401)
    }
    expect((await get('/@types/Document/title/more')).status).toBe(404)
  })

  it('include the query fields, for all callers', async () => {
    const { agent } = await client()
    const { status, body } = await agent.get('/@querystring')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['@id', 'indexes', 'sortable_indexes'])
    expect(body.indexes.path).toMatchObject({ enabled: true, sortable: false, vocabulary: null })
  })

  it('include vocabularies, with 403 for members who may not list them', async () => {
    const { agent, get } = await client()
    const path = '/@vocabularies/plone.app.vocabularies.Keywords'
    const refused = await get(path)
    expect([refused.status, refused.body]).toMatchObject([403, { error: { type: 'Forbidden' } }])
    expect((await agent.get(path)).status).toBe(401)
    expect((await agent.get(path).auth('edi', password)).body).toMatchObject({ items: [], items_total: 0 })
  })
})
