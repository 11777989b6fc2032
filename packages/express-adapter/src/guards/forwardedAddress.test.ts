import { createTestSite, listenOn } from '@plenum/testkit'
import { createApp } from '../createApp.js'
import { createServer } from '../createServer.js'

async function statusesOf(addresses: readonly string[]): Promise<number[]> {
  const test = await createTestSite()
  await using server = await listenOn(createServer(createApp(test.site, { trustProxy: 'loopback' })))
  const { port } = server.address() as { port: number }
  const statuses: number[] = []
  for (const [i, address] of addresses.entries()) {
    const Authorization = `Basic ${Buffer.from(`nobody${i}:Wrong-password-1`).toString('base64')}`
    const headers = { 'X-Forwarded-For': address, Authorization }
    statuses.push((await fetch(`http://127.0.0.1:${port}/`, { headers })).status)
  }
  return statuses
}

it.each([
  ['an IPv4 address with ports', (i: number) => `203.0.113.10:${1000 + i}`],
  ['an IPv6 network with ports', (i: number) => `[2001:db8:1:2::${i}]:${1000 + i}`],
  ['invalid addresses', (i: number) => `unknown-${i}`],
])('failed logins of %s count as one address', async (_, address) => {
  const statuses = await statusesOf(Array.from({ length: 40 }, (_, i) => address(i)))
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.at(-1)).toBe(429)
})
