import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort } from './freePort.js'

describe('free ports for tests', () => {
  it('differ for each call, also concurrent ones, and can be listened on', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, freePort))
    expect(new Set(ports).size).toBe(200)
    const servers = ports.map(port => createServer().listen(port, '127.0.0.1'))
    await Promise.all(servers.map(server => once(server, 'listening')))
    await Promise.all(servers.map(server => once(server.close(), 'close')))
  })
})
