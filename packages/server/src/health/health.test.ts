import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CheckSchema, createHealth } from './health.js'

let server: Server

afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

async function startServer(look: CheckSchema) {
  const health = createHealth(look)
  server = createServer((req, res) => {
    if (!health.answer(req, res)) res.writeHead(418).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  const statusOf = async (path: string, method?: string) => (await ask(path, method)).status
  return { health, ask, statusOf }
}

const current = async () => true

describe('health checks (docs/operate.md, Health)', () => {
  it('have two addresses for GET or HEAD, with any query', async () => {
    const { statusOf } = await startServer(current)
    const checks = ['/healthz', '/readyz', '/healthz?from=balancer', '/readyz?']
    for (const path of checks)
      expect([await statusOf(path), await statusOf(path, 'HEAD'), await statusOf(path, 'POST')]).toEqual([
        200, 200, 418,
      ])
    for (const path of ['/', '/healthz/', '/healthzz', '/c/readyz', '/++api++/healthz', '/readyz/x'])
      expect(await statusOf(path)).toBe(418)
  })

  it('name the failing parts, and forbid caching', async () => {
    const { ask, health } = await startServer(current)
    const ready = await ask('/readyz')
    expect(ready.headers.get('cache-control')).toBe('no-store')
    expect(await ready.json()).toEqual({ ready: true, database: true, migrations: true, stopping: false })
    health.stopping()
    const stopping = await ask('/readyz')
    expect([stopping.status, stopping.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await stopping.json()).toEqual({ ready: false, database: true, migrations: true, stopping: true })
  })

  it.each([
    ['is of another version', async () => false, { database: true, migrations: false }],
    ['cannot be read', () => Promise.reject(new Error('The disk is gone.')), { database: false, migrations: false }],
    ['hangs', () => new Promise<boolean>(() => {}), { database: false, migrations: false }],
  ])('are alive but not ready when the database %s', async (_, look, parts) => {
    const { ask, statusOf } = await startServer(look)
    const answer = await ask('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ ready: false, stopping: false, ...parts })
    expect(await statusOf('/healthz')).toBe(200)
  })

  it('query the database once for simultaneous requests', async () => {
    let queries = 0
    const { statusOf } = await startServer(async () => {
      queries += 1
      await new Promise(resolve => setTimeout(resolve, 200))
      return true
    })
    expect(await Promise.all(Array.from({ length: 10 }, () => statusOf('/readyz')))).toEqual(Array(10).fill(200))
    expect(queries).toBe(1)
  })
})
