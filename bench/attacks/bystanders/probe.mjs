// Sends a cheap request (`GET /@roles`) every 40 ms, each time on a new connection.
import { setTimeout as delay } from 'node:timers/promises'
import { timeRequest } from './victim.mjs'

export function start(port) {
  const waits = []
  const open = new Set()
  const failed = {}
  const ask = async () => {
    const request = { startedAt: performance.now() }
    open.add(request)
    const { status, ms } = await timeRequest(port, { path: '/@roles', timeout: 60_000 })
    if (!open.delete(request)) return
    waits.push(ms)
    // Visitors may not read roles, so the status is 401. The service processes the request normally until it checks the
    // permission.
    if (status !== 200 && status !== 401) failed[status] = (failed[status] ?? 0) + 1
  }
  const timer = setInterval(ask, 40)
  return async () => {
    clearInterval(timer)
    const end = performance.now() + 30_000
    while (open.size > 0 && performance.now() < end) await delay(10)
    const missing = [...open].map(({ startedAt }) => performance.now() - startedAt)
    open.clear()
    return { times: { probe: [...waits, ...missing] }, failed }
  }
}
