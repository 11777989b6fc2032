import { createPrograms, eventually, isAlive, type Programs, settingsOfWorkers, startWorkers } from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

describe('several workers (docs/operate.md, Several processes)', () => {
  it('create one site and one administrator, serve on one port, and all stop in order', async () => {
    const service = await startWorkers(programs, { ADMIN_PASSWORD: '', METRICS_PORT: '0' })
    const [, generated = ''] = /password (\S+)/.exec(service.server.lines().join('\n')) ?? []
    for (const { send: ask } of service.clients)
      expect(await ask('/@users/admin', { secret: generated })).toMatchObject({ status: 200 })
    const metrics = service.lines().find(({ msg }) => msg === 'metrics')?.url ?? ''
    const requests = async () =>
      /^plenum_request_duration_seconds_count\{route="GET @users\/\*",status="200"\} (\d+)$/m.exec(
        await (await fetch(metrics)).text(),
      )?.[1]
    await eventually('the requests of both are summed', async () => (await requests()) === '2')
    expect(await (await fetch(metrics)).text()).toMatch(/^plenum_workers 2$/m)
    const pids = service.workers().map(({ pid = 0 }) => pid)
    expect(await service.stop()).toBe(0)
    expect(pids.map(isAlive)).toEqual([false, false])
    expect(service.serving('/@users/admin').size).toBe(2)
    expect(service.server.lines().filter(line => line.includes('password'))).toHaveLength(1)
  })

  it('see changes of other workers immediately, and drop passwords that another worker has changed', async () => {
    const service = await startWorkers(programs)
    const [{ send: one }, { send: other }] = service.clients
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
    await service.stop()
    expect(service.serving('/@users/admin').size).toBe(2)
  })

  it('count failed logins and votes together', async () => {
    const service = await startWorkers(programs, { LOGIN_FAILURES_NAME: '3', VOTE_RATE_LIMIT: '2' })
    const [{ send: one }, { send: other }] = service.clients
    const wrong = async (ask: typeof one) => (await ask('/@users/admin', { secret: 'Wrong-password-1' })).status
    expect([await wrong(one), await wrong(other), await wrong(one)]).toEqual([401, 401, 401])
    expect([await wrong(other), await wrong(one)]).toEqual([429, 429])
    // Both requests succeed, because both workers have cached the correct password.
    expect([(await one('/@users/admin')).status, (await other('/@users/admin')).status]).toEqual([200, 200])
    const poll = { '@type': 'collective.polls.poll', id: 'lunch', title: 'Lunch', options: options('Soup', 'Salad') }
    await one('/', { method: 'POST', body: { ...poll, allow_anonymous: true } })
    await one('/lunch/@workflow/open', { method: 'POST', body: {} })
    const vote = { method: 'POST', body: { option_id: 0 }, secret: null }
    const votes = []
    for (const ask of [one, other, one, other]) votes.push((await ask('/lunch/@vote', vote)).status)
    expect(votes).toEqual([200, 200, 429, 429])
    await service.stop()
    expect(service.serving('/lunch/@vote').size).toBe(2)
  })

  it('that cannot start report the reason once, and end the service with 1', async () => {
    const taken = await startWorkers(programs)
    const [port = ''] = /\d+$/.exec(taken.url) ?? []
    for (const name of ['PORT', 'METRICS_PORT']) {
      const { code, err } = await programs.run(['serve'], { env: { ...settingsOfWorkers, [name]: port } })
      expect([name, code, err.match(/\w+: /g)]).toEqual([name, 1, [`${name}: `]])
    }
    await taken.stop()
  })
})

const options = (...descriptions: readonly string[]) =>
  descriptions.map((description, option_id) => ({ option_id, description }))
