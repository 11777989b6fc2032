import { createPrograms, eventually, type Programs, password } from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

const empty = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }

const statusOf = async (url: string) => (await fetch(url)).status

describe('a server that is stopped (docs/operate.md, Health)', () => {
  it('is not ready for STOP_DELAY while it serves as before, and then exits', async () => {
    const server = await programs.serve({ ...empty, STOP_DELAY: '2' })
    expect(await statusOf(`${server.url}/readyz`)).toBe(200)
    const signalled = performance.now()
    const ended = server.stop()
    await eventually('it is not ready', async () => (await statusOf(`${server.url}/readyz`)) === 503)
    expect([await statusOf(server.url), await statusOf(`${server.url}/healthz`)]).toEqual([200, 200])
    expect((await fetch(server.url)).headers.get('connection')).toBe('keep-alive')
    expect(await ended).toBe(0)
    expect(performance.now() - signalled).toBeGreaterThan(1900)
    await expect(fetch(server.url)).rejects.toThrow()
  })

  it('exits in the same order when its terminal is closed', async () => {
    const server = await programs.serve(empty)
    expect(await server.stop('SIGHUP')).toBe(0)
    expect(server.lines().at(-1)).toContain('"signal":"SIGHUP"')
  })
})
