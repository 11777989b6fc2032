import express from 'express'
import fastify from 'fastify'
import request from 'supertest'
import { createMemoizer } from '../memoizer/memoizer.js'
import { type ExpressRequest, expressHandler } from './expressHandler.js'
import { type FastifyRequest, fastifyPlugin } from './fastifyPlugin.js'

const isAdmin = (authorization: unknown): boolean => authorization === 'Basic admin'

interface WithHeaders {
  readonly headers: Readonly<Record<string, unknown>>
}

function openMemoizer() {
  const memoizer = createMemoizer()
  let runs = 0
  return { memoizer, work: memoizer.memoize({ name: 'work' }, () => ++runs) }
}

async function openExpress() {
  const { memoizer, work } = openMemoizer()
  const permit = ({ headers }: ExpressRequest & WithHeaders) => isAdmin(headers.authorization)
  const app = express().use('/cache', express.json(), expressHandler({ memoizer, permit }))
  return { app, work, close: async () => {} }
}

async function openFastify() {
  const { memoizer, work } = openMemoizer()
  const app = fastify()
  const permit = async ({ headers }: FastifyRequest & WithHeaders) => isAdmin(headers.authorization)
  await app.register(fastifyPlugin({ memoizer, permit }), { prefix: '/cache' })
  await app.ready()
  return { app: app.server, work, close: () => app.close() }
}

describe.each([
  ['Express', openExpress],
  ['Fastify', openFastify],
])('the handlers for %s', (_, open) => {
  it('return the status, and invalidate functions', async () => {
    const { app, work, close } = await open()
    await work()
    const get = () => request(app).get('/cache').set('Authorization', 'Basic admin')
    const post = (body: object) => request(app).post('/cache/invalidate').set('Authorization', 'Basic admin').send(body)
    expect((await get().expect(200)).body.functions.work.counters.ram_misses).toBe(1)
    expect((await post({ function: 'work' }).expect(200)).body).toEqual({ function: 'work', removed: 0 })
    expect(await work()).toBe(2)
    expect((await post({}).expect(200)).body).toEqual({ function: null, removed: 0 })
    expect(await work()).toBe(3)
    for (const body of [[], { functoin: 'work' }, { function: '' }, { function: 1 }, { function: 'work', other: 1 }])
      expect((await post(body).expect(400)).body.error).toContain('{"function": "name"}')
    expect(await work()).toBe(3)
    await close()
  })

  it('refuse callers without permission', async () => {
    const { app, work, close } = await open()
    await work()
    await request(app).get('/cache').expect(403)
    await request(app).post('/cache/invalidate').send({}).expect(403)
    expect(await work()).toBe(1)
    await close()
  })
})
