import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createSite, type JsonObject } from '@plenum/core'
import { createTestSite, eventually, listenOn, password, plainPages, type TestSite } from '@plenum/testkit'
import { createApp } from './createApp.js'
import { createServer } from './createServer.js'

const interval = 50
const limits = { resultsInterval: interval }
const options = [0, 1].map(option_id => ({ option_id, description: `Option ${option_id}` }))

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
  const poll = { '@type': 'collective.polls.poll', id: 'p', title: 'P', options, show_results: true }
  await test.run('addContent', '/', { as: 'max', input: poll })
  await test.run('transitionContent', '/p', { as: 'max', input: { transition: 'open', body: {} } })
})

const vote = (as: 'mia' | 'rex' | 'edi') =>
  test.run('castVote', '/p', { as, input: { body: { option_id: 1 }, token: () => null, admit: async () => {} } })

const serve = (more: object = {}) => listenOn(createServer(createApp(test.site, { html: plainPages, ...more }, limits)))

type Server = Awaited<ReturnType<typeof serve>>

/**
 * Reads an event stream. In the result, `events` contains the received events, and `isOver` becomes true when the
 * stream ends.
 */
async function follow(server: Server, path = '/p', headers: Record<string, string> = {}) {
  const { port } = server.address() as { port: number }
  const leaving = new AbortController()
  const url = `http://127.0.0.1:${port}${path}/@@results-events`
  const answer = await fetch(url, { headers, signal: leaving.signal })
  const stream = { answer, events: [] as { total_votes: number }[], isOver: false, leave: () => leaving.abort() }
  if (answer.status !== 200) return { ...stream, text: await answer.text() }
  const read = async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, data = ''] of part.matchAll(/^data: (.*)$/gm)) stream.events.push(JSON.parse(data))
  }
  void read()
    .catch(() => {})
    .finally(() => (stream.isOver = true))
  return stream
}

const totals = ({ events }: { events: readonly { total_votes: number }[] }) => events.map(event => event.total_votes)

describe('live results (docs/pages.md, Live results)', () => {
  it('are sent as votes arrive, several in one event', async () => {
    await using server = await serve()
    const reader = await follow(server)
    expect(reader.answer.headers.get('content-type')).toBe('text/event-stream')
    expect(reader.answer.headers.get('cache-control')).toBe('private, no-store')
    await eventually('the first event', () => reader.events.length > 0)
    await vote('mia')
    await vote('rex')
    await eventually('the next event', () => reader.events.at(-1)?.total_votes === 2)
    expect(totals(reader).length).toBeLessThan(4)
    expect(reader.events.at(-1)).toMatchObject({ max_choices: 1, results: [{ votes: 0 }, { option_id: 1, votes: 2 }] })
    reader.leave()
  })

  it('read the poll once for all followers, and only after a write', async () => {
    let looks = 0
    const states = new Set<string>()
    const { site } = test
    const run: typeof site.run = (name, request) => {
      if (name === 'getPoll') looks++
      return site.run(name, request)
    }
    const state = async () => {
      const now = await site.state()
      states.add(JSON.stringify(now))
      return now
    }
    test = { ...test, site: { ...site, run, state } }
    await using server = await serve()
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow(server)))
    await delay(10 * interval)
    const before = { looks, states: states.size }
    await delay(6 * interval)
    await vote('mia')
    await eventually('all know', () => readers.every(reader => reader.events.at(-1)?.total_votes === 1))
    expect(looks).toBeGreaterThan(before.looks)
    // On PostgreSQL, `states` may increase faster, because other processes write concurrently and commits in other
    // databases are also counted.
    expect(looks - before.looks).toBeLessThanOrEqual(states.size - before.states)
    for (const { leave } of readers) leave()
  })

  it('are sent only to permitted readers, for as long as they are permitted', async () => {
    await using server = await serve()
    const reader = await follow(server)
    await test.run('transitionContent', '/p', { as: 'max', input: { transition: 'close', body: {} } })
    await delay(4 * interval)
    expect(reader.isOver).toBe(false)
    await test.run('deleteContent', '/p', { as: 'max', input: undefined })
    await eventually('its end', () => reader.isOver)
    expect((await follow(server)).answer.status).toBe(404)
  })

  it('come from the primary database even if replicas answer visitors', async () => {
    const { site } = await createTestSite()
    await using server = await serve({ visitorSites: { all: [site], choose: () => site } })
    const { port } = server.address() as { port: number }
    expect((await fetch(`http://127.0.0.1:${port}/p`)).status).toBe(404)
    const reader = await follow(server)
    expect(reader.answer.status).toBe(200)
    reader.leave()
  })

  it('are refused in JSON if they are hidden', async () => {
    await test.run('addContent', '/', {
      as: 'max',
      input: { '@type': 'collective.polls.poll', id: 'q', title: 'Q', options, show_results: false },
    })
    await using server = await serve()
    expect((await follow(server, '/q')).answer.status).toBe(401)
    await test.run('transitionContent', '/q', { as: 'max', input: { transition: 'open', body: {} } })
    const { answer } = await follow(server, '/q')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/json'])
    expect((await follow(server, '')).answer.status).toBe(404)
  })

  const hidden = { '@type': 'collective.polls.poll', id: 'h', title: 'H', options, show_results: false }
  const basic = `Basic ${Buffer.from(`rex:${password}`).toString('base64')}`
  const logIn = async (): Promise<string> => {
    const login = () => ({ admit: async () => {}, watch: (check: () => Promise<boolean>) => check() })
    return (await test.run('logIn', '/', { input: { body: { login: 'rex', password }, limiter: login } }))
      .token as string
  }
  const edit = (body: JsonObject) => test.run('editUser', '/', { as: 'max', input: { id: 'rex', body } })
  const remove = () => test.run('removeUser', '/', { as: 'max', input: { id: 'rex' } })
  const makeAgain = () =>
    test.site.createUser({ username: 'rex', email: 'rex@a.example', password: 'Other-password-1', roles: ['Reviewer'] })

  it.each<[string, 'password' | 'token', (token: string) => Promise<unknown>]>([
    ['has lost the role', 'password', () => edit({ roles: { Reviewer: false } })],
    ['has lost the role', 'token', () => edit({ roles: { Reviewer: false } })],
    ['has a new password', 'password', () => edit({ password: 'Other-password-1' })],
    ['has a new password', 'token', () => edit({ password: 'Other-password-1' })],
    ['is deleted', 'password', remove],
    ['is deleted', 'token', remove],
    ['is deleted and added again', 'password', () => remove().then(makeAgain)],
    ['is deleted and added again', 'token', () => remove().then(makeAgain)],
    ['has logged out', 'token', token => test.run('logOut', '/', { as: 'rex', input: { token } })],
  ])('end for a caller who %s (by %s), in whichever process it happens', async (_, login, end) => {
    await test.run('addContent', '/', { as: 'max', input: hidden })
    await test.run('transitionContent', '/h', { as: 'max', input: { transition: 'open', body: {} } })
    const token = await logIn()
    const authorization = login === 'password' ? basic : `Bearer ${token}`
    // Simulates another process: a separate site with the same data.
    await using server = await listenOn(
      createServer(createApp(createSite(test.platform), { html: plainPages }, limits)),
    )
    const readers = await Promise.all(['/h', '/p'].map(path => follow(server, path, { authorization })))
    const visitor = await follow(server)
    await delay(3 * interval)
    expect(readers.map(({ answer, isOver }) => [answer.status, isOver])).toEqual([
      [200, false],
      [200, false],
    ])
    await end(token)
    await eventually('their ends', () => readers.every(({ isOver }) => isOver))
    await delay(3 * interval)
    expect(visitor.isOver).toBe(false)
    visitor.leave()
  })

  it('end when the token expires', async () => {
    const authorization = `Bearer ${await logIn()}`
    await using server = await serve()
    const reader = await follow(server, '/p', { authorization })
    await delay(3 * interval)
    expect(reader.isOver).toBe(false)
    test.clock.now += 366 * 24 * 60 * 60 * 1000
    await eventually('its end', () => reader.isOver)
  })

  it('check again with the logins of an application', async () => {
    let name: string | null = 'rex'
    const callerOf = async () => (name && (await test.site.member(name))) || undefined
    await using server = await serve({ callerOf })
    const reader = await follow(server)
    await delay(3 * interval)
    expect(reader.isOver).toBe(false)
    name = null
    await eventually('its end', () => reader.isOver)
  })

  it('are limited in number, and another stream may be opened when one is closed', async () => {
    await using server = await serve({ liveStreams: 1 })
    const reader = await follow(server)
    const { answer } = await follow(server)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '15'])
    reader.leave()
    await eventually('room', async () => {
      const next = await follow(server)
      next.leave()
      return next.answer.status === 200
    })
  })

  it('end first when the process stops, and then the server', async () => {
    const stopping = new AbortController()
    const server = await serve({ stopping: stopping.signal })
    const reader = await follow(server)
    stopping.abort()
    await eventually('its end', () => reader.isOver)
    expect((await follow(server)).answer.status).toBe(503)
    server.close()
    server.closeIdleConnections()
    await once(server, 'close')
  })
})
