import { basicAuthorization, createPrograms, freshDatabases, type Programs, password } from '@plenum/testkit'

const fresh = freshDatabases(afterAll)
let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

const usual = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }

const statusWith = async (url: string, secret: string) =>
  (await fetch(`${url}/@users/admin`, { headers: basicAuthorization('admin', secret) })).status

describe('servers with one PostgreSQL database (docs/operate.md, Several processes)', () => {
  it('are ready, count failed logins together, and drop cached passwords everywhere', async () => {
    const env = { ...usual, DATABASE_URL: await fresh(), LOGIN_FAILURES_NAME: '3' }
    const servers = await Promise.all([programs.serve(env), programs.serve({ ...env, WORKERS: '2' })])
    const [one = '', other = ''] = servers.map(({ url }) => url)
    for (const url of [one, other]) {
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ready: true, migrations: true })
      expect(await statusWith(url, password)).toBe(200)
    }
    const statuses: number[] = []
    for (const url of [one, other, one, other, one]) statuses.push(await statusWith(url, 'Wrong-password-1'))
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    const changed = await fetch(`${one}/@users/admin`, {
      method: 'PATCH',
      headers: { ...basicAuthorization('admin', password), 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'Another-password-1' }),
    })
    expect(changed.status).toBe(204)
    // The requests are refused, because the old password is no longer cached and an additional password check would
    // exceed the limit.
    for (const url of [one, other]) expect(await statusWith(url, password)).toBe(429)
    for (const server of servers) expect(await server.stop()).toBe(0)
  }, 60_000)
})
