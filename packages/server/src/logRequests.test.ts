import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@plenum/testkit'
import { pino } from 'pino'
import { watchRequests } from './logRequests.js'
import { logFormat } from './terminal/openLog.js'

/** Returns the log lines for requests with the given statuses, one request for each status. */
async function linesOf(level: string, statuses: readonly number[], expected: number) {
  const lines: { readonly level: string; readonly status: number; readonly id: string }[] = []
  const log = pino({ level, base: null, ...logFormat }, { write: line => void lines.push(JSON.parse(line)) })
  const watch = watchRequests({ log })
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    watch(req as Parameters<typeof watch>[0], res as Parameters<typeof watch>[1], `id${req.url}`)
    res.writeHead(Number(req.url?.slice(1))).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  for (const status of statuses) await fetch(`http://127.0.0.1:${port}/${status}`)
  await eventually('all lines', () => lines.length >= expected)
  server.close()
  server.closeAllConnections()
  return lines.map(({ level, status, id }) => [level, status, id])
}

describe('the log line of a request (docs/operate.md, The log)', () => {
  it('is an error if the service failed, even if the log contains errors only', async () => {
    expect(await linesOf('info', [200, 404, 500, 503], 4)).toEqual([
      ['info', 200, 'id/200'],
      ['info', 404, 'id/404'],
      ['error', 500, 'id/500'],
      ['error', 503, 'id/503'],
    ])
    expect(await linesOf('error', [200, 503], 1)).toEqual([['error', 503, 'id/503']])
  })
})
