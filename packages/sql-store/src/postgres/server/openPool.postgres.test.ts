import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { eventually, freshDatabases } from '@plenum/testkit'
import { openPool } from './openPool.js'

const fresh = freshDatabases(afterAll)

it('callers that wait for a connection do not wait any longer once the server has not responded in time', async () => {
  const pool = await openPool({ url: await fresh(), size: 1, limits: { connection: 20_000, answer: 500 } })
  try {
    await pool.query('SELECT 1')
    const [first, second] = await Promise.allSettled(['SELECT pg_sleep(3)', 'SELECT 2'].map(text => pool.query(text)))
    expect(String(first?.status === 'rejected' && first.reason)).toContain('Query read timeout')
    expect(String(second?.status === 'rejected' && second.reason)).toContain('did not respond a moment ago')
    const isServed = () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      )
    await eventually('the server is reached again', isServed)
  } finally {
    await pool.end()
  }
}, 60_000)

/** Starts a proxy for a database server. While `isSilent` is true, the proxy forwards nothing, but keeps
 * connections open. */
async function startProxy(url: string) {
  const { port, hostname } = new URL(url)
  const sockets: Socket[] = []
  const state = { isSilent: false }
  const forward = (from: Socket, to: Socket): void => {
    sockets.push(from.on('error', () => {}).on('close', () => to.destroy()))
    from.on('data', async bytes => {
      if (state.isSilent) await eventually('the proxy forwards again', async () => !state.isSilent)
      to.write(bytes)
    })
  }
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    forward(near, far)
    forward(far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await once(server.close(), 'close')
  }
  return { url: Object.assign(new URL(url), { host: address }).href, state, close }
}

it('callers are rejected immediately while the server does not respond, and served as soon as it responds', async () => {
  const proxy = await startProxy(await fresh())
  const pool = await openPool({ url: proxy.url, size: 2, limits: { connection: 2000, answer: 500 } })
  const attempt = () => pool.query('SELECT 1').then(() => 'served', String)
  try {
    expect(await attempt()).toBe('served')
    proxy.state.isSilent = true
    expect(await attempt()).toContain('Query read timeout')
    const until = performance.now() + 2000
    while (performance.now() < until) {
      expect(await attempt()).toContain('did not respond a moment ago')
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    proxy.state.isSilent = false
    await eventually('queries are served', async () => (await attempt()) === 'served')
  } finally {
    await pool.end()
    await proxy.close()
  }
}, 60_000)
