import { createTestSite, password, type TestSite } from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

const friend = 'https://friend.example'
const corsOrigins = [friend, 'https://other.example']

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'a', title: 'A' } })
})

type Sent = Readonly<Record<string, string>>

const ask = (method: 'get' | 'post' | 'options', path: string, sent: Sent, origins: readonly string[] = corsOrigins) =>
  request(createApp(test.site, { corsOrigins: origins }))
    [method](path)
    .set({ Host: 'site.example', ...sent })

const preflight = (path: string, sent: Sent = {}, origins?: readonly string[]) =>
  ask('options', path, { Origin: friend, 'Access-Control-Request-Method': 'PATCH', ...sent }, origins)

const isSilent = (headers: Sent): boolean => !Object.keys(headers).some(name => name.startsWith('access-control-'))

describe('a preflight request', () => {
  it('of a listed origin is granted', async () => {
    const { headers, text } = await preflight('/a', {
      'Access-Control-Request-Headers': 'authorization, Content-Type,lock-token',
    }).expect(200)
    expect(text).toBe('')
    expect(headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'PATCH',
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, Accept-Language, Lock-Token, Prefer, If-Match, If-None-Match',
      'access-control-max-age': '3600',
    })
    expect(headers.vary).toContain('Origin')
  })

  it.each<[string, Sent]>([
    ['of an unlisted origin', { Origin: 'https://elsewhere.example' }],
    ['of an opaque origin', { Origin: 'null' }],
    ['with a header that is not allowed', { 'Access-Control-Request-Headers': 'accept,x-other' }],
  ])('%s is answered without a grant', async (_, sent) => {
    const { headers } = await preflight('/a', sent).expect(204)
    expect(isSilent(headers)).toBe(true)
  })

  it('is not granted if no origins are configured', async () => {
    const { headers } = await preflight('/a', {}, []).expect(204)
    expect(isSilent(headers)).toBe(true)
  })

  it.each<[string, Sent]>([
    ['/nothing', {}],
    ['/a/@nothing', {}],
    ['/a/@history', { 'Access-Control-Request-Method': 'DELETE' }],
    ['/a', { 'Access-Control-Request-Method': 'PUT' }],
  ])('for %s %j is 404, as the request would be', async (path, sent) => {
    await preflight(path, sent).expect(404)
  })

  it('needs no permission, and is 404 without an Origin', async () => {
    await preflight('/a', { 'Access-Control-Request-Method': 'GET' }).expect(200)
    await ask('options', '/a', {}).expect(404)
    await ask('options', '/a', { Origin: friend }).expect(404)
  })
})

describe('a cross-origin answer', () => {
  it.each<[string, number]>([
    ['/', 200],
    ['/a', 401],
    ['/nothing', 404],
    ['/?b_size=x', 400],
    ['/++api++/++api++', 302],
  ])('to %s with %i may be read by a listed origin', async (path, status) => {
    const { headers } = await ask('get', path, { Origin: friend }).expect(status)
    expect(headers).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-credentials': 'true',
    })
    expect(headers['access-control-expose-headers']).toMatch(/Location.*ETag/)
    expect(headers.vary).toContain('Origin')
  })

  it('is denied to other origins, and varies by Origin', async () => {
    for (const sent of [{}, { Origin: 'https://elsewhere.example' }]) {
      const { headers } = await ask('get', '/', sent as Sent).expect(200)
      expect(isSilent(headers)).toBe(true)
      expect(headers.vary).toContain('Origin')
    }
  })

  it('may be read by every origin if * is configured, but without credentials', async () => {
    const { headers } = await ask('get', '/', { Origin: 'https://any.example' }, ['*', friend]).expect(200)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const named = await ask('get', '/', { Origin: friend }, ['*', friend]).expect(200)
    expect(named.headers['access-control-allow-credentials']).toBe('true')
  })

  it('never permits writes if * is configured', async () => {
    const { headers } = await preflight('/a', { Origin: 'https://any.example' }, ['*']).expect(204)
    expect(isSilent(headers)).toBe(true)
    await ask('post', '/', { Origin: 'https://any.example' }, ['*'])
      .auth('max', password)
      .send({ '@type': 'Document', title: 'T' })
      .expect(403)
  })
})
