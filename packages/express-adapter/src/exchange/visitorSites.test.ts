import type { Site } from '@plenum/core'
import { addPublished, createTestSite, listenOn, password } from '@plenum/testkit'
import { cacheAnswers } from '../cache/cacheAnswers.js'
import { type AppOptions, createApp } from '../createApp.js'
import { createServer } from '../createServer.js'

async function siteWith(title: string) {
  const test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'page', title })
  return test
}

const basic = { Authorization: `Basic ${Buffer.from(`max:${password}`).toString('base64')}` }

async function start(options: AppOptions = {}) {
  const [own, ...copies] = await Promise.all([siteWith('own'), siteWith('copy 1'), siteWith('copy 2')])
  let current: Site | null = copies[0]?.site ?? null
  let choices = 0
  const visitorSites = {
    all: copies.map(({ site }) => site),
    choose: () => {
      choices += 1
      return current
    },
  }
  const all = { ...options, visitorSites }
  const answers = cacheAnswers(own.site, 1024 * 1024, all)
  const server = await listenOn(createServer(createApp(own.site, { ...all, answers }), { answers }))
  const { port } = server.address() as { port: number }
  const ask = (headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/page`, { headers, ...init })
  const titleFor = async (headers?: Readonly<Record<string, string>>) =>
    ((await (await ask(headers)).json()) as { title: string }).title
  return {
    own,
    copies,
    ask,
    titleFor,
    hits: () => answers.counts().hits,
    choices: () => choices,
    use: (index: number | null) => {
      current = index === null ? null : (copies[index]?.site ?? null)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const before: AppOptions = { before: [(_req: unknown, _res: unknown, next: () => void) => next()] }

describe('replicas that may lag behind (docs/operate.md, Replicas)', () => {
  it.each([
    ['alone', {}],
    ['behind functions of an application', before],
  ])('answer only reads of visitors, %s', async (_, options) => {
    await using server = await start(options)
    expect(await server.titleFor()).toBe('copy 1')
    expect(await server.titleFor(basic)).toBe('own')
    expect(await server.titleFor({ Authorization: 'Bearer not.valid' })).toBe('own')
    expect(await server.titleFor({ Cookie: 'any=thing' })).toBe('own')
    const edit = { method: 'PATCH', body: JSON.stringify({ title: 'edited' }) }
    expect((await server.ask({ ...basic, 'Content-Type': 'application/json' }, edit)).status).toBe(204)
    expect([await server.titleFor(basic), await server.titleFor()]).toEqual(['edited', 'copy 1'])
  })

  it('have separate caches of answers', async () => {
    await using server = await start()
    const titles = [await server.titleFor(), await server.titleFor(basic), await server.titleFor()]
    expect([...titles, server.hits()]).toEqual(['copy 1', 'own', 'copy 1', 1])
    server.use(1)
    expect([await server.titleFor(), server.hits()]).toEqual(['copy 2', 1])
    server.use(0)
    expect([await server.titleFor(), server.hits()]).toEqual(['copy 1', 2])
  })

  it('are skipped if none is usable', async () => {
    await using server = await start()
    server.use(null)
    expect([await server.titleFor(), await server.titleFor()]).toEqual(['own', 'own'])
    expect(server.hits()).toBe(1)
  })

  it('are chosen once per request', async () => {
    await using server = await start()
    const [first] = server.copies
    if (!first) throw new Error('There is no copy.')
    const state = first.platform.store.state
    first.platform.store.state = () => {
      server.use(1)
      return state()
    }
    expect([await server.titleFor(), server.choices()]).toEqual(['copy 1', 1])
    expect([await server.titleFor(), server.choices()]).toEqual(['copy 2', 2])
  })

  it('are not used by applications with other login systems', async () => {
    await using server = await start({ callerOf: () => undefined })
    expect(await server.titleFor()).toBe('own')
  })
})
