import { Agent, request } from 'node:http'
import { basicAuthorization, createPrograms, eventually, freePort, type Programs, password } from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

const usual = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4', WORKERS: '2' }

interface Line {
  readonly msg: string
  readonly url?: string
  readonly worker?: number
  readonly pid?: number
  readonly pause?: number
  readonly path?: string
}

interface Asked {
  readonly method?: string
  /** Null: nobody. */
  readonly secret?: string | null
  readonly body?: object
}

interface Answer {
  readonly status: number
  readonly body: { readonly [key: string]: unknown }
}

/** Asks over one connection, which one worker serves as long as it lives. */
function client(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string, { method = 'GET', secret = password, body }: Asked = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const credentials = secret === null ? {} : basicAuthorization('admin', secret)
      const headers = { ...credentials, ...(body && { 'content-type': 'application/json' }) }
      const asked = request(`${url}${path}`, { agent, method, headers }, async res => {
        let text = ''
        for await (const chunk of res) text += chunk
        resolve({ status: res.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) })
      })
      asked.once('error', reject).end(body && JSON.stringify(body))
    })
  return { ask, close: () => agent.destroy() }
}

/** A service of two workers, with a connection to each. */
async function startService(env: Readonly<Record<string, string>> = {}) {
  const server = await programs.serve({ ...usual, ...env })
  const lines = (): readonly Line[] =>
    server.lines().flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
  const workers = () => lines().filter(({ msg }) => msg === 'worker listening')
  await eventually('both listen', () => workers().length === 2)
  const url = lines().find(({ msg }) => msg === 'listening')?.url ?? ''
  const clients = [client(url), client(url)]
  // The primary process gives connections to each in turn.
  for (const { ask } of clients) await ask('/')
  return { server, url, lines, workers, clients }
}

type Service = Awaited<ReturnType<typeof startService>>

async function stopped({ server, clients }: Service): Promise<number> {
  for (const { close } of clients) close()
  return server.stop()
}

/** The workers that have answered requests at a path. */
const serving = ({ lines }: Service, path: string) =>
  new Set(lines().flatMap(line => (line.msg === 'request' && line.path === path ? [line.worker] : [])))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('several workers (docs/operating.md, Several processes)', () => {
  it('make one site and one administrator, serve on one port, and all stop in order', async () => {
    const service = await startService({ ADMIN_PASSWORD: '', METRICS_PORT: '0' })
    const [, generated = ''] = /password (\S+)/.exec(service.server.lines().join('\n')) ?? []
    for (const { ask } of service.clients)
      expect(await ask('/@users/admin', { secret: generated })).toMatchObject({ status: 200 })
    const metrics = service.lines().find(({ msg }) => msg === 'metrics')?.url ?? ''
    const requests = async () =>
      /^plenum_request_duration_seconds_count\{route="GET @users\/\*",status="200"\} (\d+)$/m.exec(
        await (await fetch(metrics)).text(),
      )?.[1]
    await eventually('the requests of both are summed', async () => (await requests()) === '2')
    expect(await (await fetch(metrics)).text()).toMatch(/^plenum_workers 2$/m)
    const pids = service.workers().map(({ pid = 0 }) => pid)
    expect(await stopped(service)).toBe(0)
    expect(pids.map(isAlive)).toEqual([false, false])
    expect(serving(service, '/@users/admin').size).toBe(2)
    expect(service.server.lines().filter(line => line.includes('password'))).toHaveLength(1)
  })

  it('see at once what another one has changed, and remember no password that it has ended', async () => {
    const service = await startService()
    const [one, other] = service.clients.map(({ ask }) => ask)
    if (!one || !other) throw new Error('There are two clients.')
    const poll = { '@type': 'collective.polls.poll', id: 'lunch', title: 'Lunch', options: options('Soup', 'Salad') }
    expect((await one('/', { method: 'POST', body: poll })).status).toBe(201)
    expect((await other('/lunch/@workflow/open', { method: 'POST', body: {} })).status).toBe(200)
    expect((await one('/lunch/@vote', { method: 'POST', body: { option_id: 0 } })).status).toBe(200)
    expect((await other('/lunch/@poll')).body).toMatchObject({ has_voted: true, total_votes: 1 })
    const changed = { method: 'PATCH', body: { password: 'Another-password-1' } }
    expect((await one('/@users/admin', changed)).status).toBe(204)
    expect((await other('/@users/admin')).status).toBe(401)
    expect((await one('/@users/admin')).status).toBe(401)
    expect((await other('/@users/admin', { secret: 'Another-password-1' })).status).toBe(200)
    await stopped(service)
    expect(serving(service, '/@users/admin').size).toBe(2)
  })

  it('are replaced when they die, while the others serve and no write is lost that was acknowledged', async () => {
    const port = await freePort()
    const service = await startService({ PORT: String(port) })
    const acknowledged: string[] = []
    let isOver = false
    const write = async (writer: number) => {
      for (let i = 0; !isOver; i++) {
        const id = `page-${writer}-${i}`
        const own = client(service.url)
        const body = { '@type': 'Document', id, title: id }
        // A connection ends with its worker; what was not answered may be there or not.
        const answer = await own.ask('/', { method: 'POST', body }).catch(() => null)
        own.close()
        if (answer?.status === 201) acknowledged.push(id)
      }
    }
    const writers = [1, 2, 3, 4].map(write)
    await eventually('writes', () => acknowledged.length > 20)
    for (let death = 1; death <= 2; death++) {
      process.kill(service.workers().at(-1)?.pid ?? 0, 'SIGKILL')
      const before = acknowledged.length
      await eventually('others go on', () => acknowledged.length > before + 5)
      await eventually('another one', () => service.workers().length === 2 + death)
    }
    isOver = true
    await Promise.all(writers)
    const { body } = await client(service.url).ask('/@search?b_size=100000&portal_type=Document')
    const kept = new Set((body.items as { readonly '@id': string }[]).map(item => item['@id'].split('/').at(-1)))
    expect(acknowledged.filter(id => !kept.has(id))).toEqual([])
    expect(await stopped(service)).toBe(0)
  })

  it('count failed logins and votes together', async () => {
    const service = await startService({ LOGIN_FAILURES_NAME: '3', VOTE_RATE_LIMIT: '2' })
    const [one, other] = service.clients.map(({ ask }) => ask)
    if (!one || !other) throw new Error('There are two clients.')
    const wrong = async (ask: typeof one) => (await ask('/@users/admin', { secret: 'Wrong-password-1' })).status
    expect([await wrong(one), await wrong(other), await wrong(one)]).toEqual([401, 401, 401])
    expect([await wrong(other), await wrong(one)]).toEqual([429, 429])
    // Both have remembered the right password before.
    expect([(await one('/@users/admin')).status, (await other('/@users/admin')).status]).toEqual([200, 200])
    const poll = { '@type': 'collective.polls.poll', id: 'lunch', title: 'Lunch', options: options('Soup', 'Salad') }
    await one('/', { method: 'POST', body: { ...poll, allow_anonymous: true } })
    await one('/lunch/@workflow/open', { method: 'POST', body: {} })
    const vote = { method: 'POST', body: { option_id: 0 }, secret: null }
    const votes = []
    for (const ask of [one, other, one, other]) votes.push((await ask('/lunch/@vote', vote)).status)
    expect(votes).toEqual([200, 200, 429, 429])
    await stopped(service)
    expect(serving(service, '/lunch/@vote').size).toBe(2)
  })

  it('end when the primary process is killed', async () => {
    const { server, workers, clients } = await startService()
    const pids = workers().map(({ pid = 0 }) => pid)
    for (const { close } of clients) close()
    await server.kill()
    await eventually('they are gone', () => !pids.some(isAlive))
  })

  it('that cannot start say why once, and end the service with 1', async () => {
    const taken = await startService()
    const [port = ''] = /\d+$/.exec(taken.url) ?? []
    for (const name of ['PORT', 'METRICS_PORT']) {
      const { code, err } = await programs.run(['serve'], { env: { ...usual, [name]: port } })
      expect([name, code, err.match(/\w+: /g)]).toEqual([name, 1, [`${name}: `]])
    }
    await stopped(taken)
  })

  it('that die at once are not replaced in haste', async () => {
    const service = await startService()
    const second = service.workers()[1]?.pid ?? 0
    process.kill(second, 'SIGKILL')
    for (let i = 3; i <= 5; i++) {
      await eventually('another one', () => service.workers().length === i)
      process.kill(service.workers().at(-1)?.pid ?? 0, 'SIGKILL')
    }
    const pauses = () => service.lines().flatMap(({ msg, pause }) => (msg === 'worker ended' ? [pause] : []))
    await eventually('the last end', () => pauses().length === 4)
    expect(pauses()).toEqual([100, 200, 400, 800])
    expect((await service.clients[0]?.ask('/'))?.status).toBe(200)
    await stopped(service)
  })
})

const options = (...descriptions: readonly string[]) =>
  descriptions.map((description, option_id) => ({ option_id, description }))
