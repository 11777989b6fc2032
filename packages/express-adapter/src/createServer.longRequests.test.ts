import { createScheduler, type Site, type Task } from '@plenum/core'
import { connectRaw, createTestSite, eventually, listenOn, password, type TestSite } from '@plenum/testkit'
import { createApp } from './createApp.js'
import { createServer } from './createServer.js'

let test: TestSite
let running: { readonly name: string; end(): void }[]
let began: string[]

beforeEach(async () => {
  const scheduler = createScheduler({
    now: () => performance.now(),
    nextSlice: callback => void setImmediate(callback),
    long: 1,
  })
  test = await createTestSite({ scheduler })
  running = []
  began = []
})

/** Creates a site on which each search and each change to sharing lasts until the test ends it. */
function longSite(): Site {
  const { site } = test
  const run = async (name: string, request: { readonly task: Task; readonly input: () => unknown }) => {
    if (name !== 'searchContent' && name !== 'editSharing') return site.run(name as never, request as never)
    await request.task.acquirePermit()
    const title = name === 'editSharing' ? 'write' : JSON.stringify(request.input()).replace(/.*"w":"([^"]*)".*/, '$1')
    began.push(title)
    await new Promise<void>(resolve => running.push({ name: title, end: resolve }))
    return site.run(name as never, request as never)
  }
  return { ...site, run } as unknown as Site
}

const serving = () => listenOn(createServer(createApp(longSite(), { trustProxy: 'loopback' })))

type Server = Awaited<ReturnType<typeof serving>>

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as { port: number }).port}`
const search = (server: Server, name: string, address: string) =>
  fetch(`${urlOf(server)}/@search?w=${name}`, { headers: { 'x-forwarded-for': address } })

const waiting = (count: number) => eventually('the line', () => test.platform.scheduler.long().waiting === count)

describe('the queue of long requests (docs/http-answers.md, Long requests)', () => {
  it('is served address by address: many requests of one address delay others by one', async () => {
    await using server = await serving()
    const answers: Promise<Response>[] = []
    for (const [i, [name, address]] of [
      ['a0', '203.0.113.1'],
      ['a1', '203.0.113.1'],
      ['a2', '203.0.113.1'],
      ['a3', '203.0.113.1'],
      ['b', '198.51.100.7'],
      ['c1', '2001:db8::1'],
      ['c2', '2001:db8::2'],
    ].entries()) {
      answers.push(search(server, String(name), String(address)))
      await (i === 0 ? eventually('the first', () => began.length === 1) : waiting(i))
    }
    for (let i = 0; i < answers.length; i++) {
      await eventually('the next', () => running.length === 1)
      running.shift()?.end()
    }
    expect(began).toEqual(['a0', 'a1', 'b', 'c1', 'a2', 'c2', 'a3'])
    for (const answer of answers) expect((await answer).status).toBe(200)
  })

  it('of reads does not delay a write of a member', async () => {
    await using server = await serving()
    const reads = ['a', 'b', 'c'].map(name => search(server, name, '203.0.113.1'))
    await waiting(2)
    const authorization = `Basic ${Buffer.from(`max:${password}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ entries: [] })
    const write = fetch(`${urlOf(server)}/@sharing`, { method: 'POST', headers, body })
    await eventually('the write', () => began.includes('write'))
    for (let ended = 0; ended < 4; ended++) {
      await eventually('the next', () => running.length > 0)
      running.shift()?.end()
    }
    expect((await write).status).toBe(204)
    for (const read of reads) expect((await read).status).toBe(200)
  })
})

describe('a request with a slow body', () => {
  it.each<[string, (site: TestSite) => Promise<unknown>, number]>([
    ['is unchanged', async () => {}, 201],
    ['has been deleted', ({ run }) => run('removeUser', '/', { as: 'max', input: { id: 'con' } }), 401],
    [
      'has lost the role',
      ({ run }) => run('editUser', '/', { as: 'max', input: { id: 'con', body: { roles: { Contributor: false } } } }),
      401,
    ],
  ])('is answered for a sender who %s in the meantime', async (_, meanwhile, status) => {
    await using server = await listenOn(createServer(createApp(test.site)))
    const connection = await connectRaw(server)
    const authorization = `Authorization: Basic ${Buffer.from(`con:${password}`).toString('base64')}`
    const body = JSON.stringify({ '@type': 'Document', title: 'T' })
    const head = `POST / HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    let isAdmitted = false
    const open = test.platform.store.read.bind(test.platform.store)
    Object.assign(test.platform.store, {
      read: (...parameters: Parameters<typeof open>) => open(...parameters).finally(() => (isAdmitted = true)),
    })
    connection.send(`${head}\r\n${authorization}\r\n\r\n${body.slice(0, 5)}`)
    await eventually('the permission', () => isAdmitted)
    await meanwhile(test)
    connection.send(body.slice(5))
    expect((await connection.wait(1)).map(answer => answer.status)).toEqual([status])
  })
})
