import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { JsonObject } from '@plenum/core'
import { answerChecker, type CheckAnswer, password } from '@plenum/testkit'
import { pino } from 'pino'
import { readConfig } from './config.js'
import { type RunningServer, serve } from './serve.js'

const kit = path.resolve(__dirname, '../../../../shared/conformance/run.mjs')
const describeWithKit = process.env.ALL_TESTS && existsSync(kit) ? describe : describe.skip

describeWithKit('the responses to the requests that were recorded from Plone', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plenum-conformance-'))
  const problems: string[] = []
  let checked = 0
  let service: RunningServer
  let proxy: Server
  let check: CheckAnswer

  beforeAll(async () => {
    const settings = { DATA_DIR: dataDir, PORT: '0', EMPTY_SITE: '1', PASSWORD_COST: '4' }
    const env = { ...settings, ADMIN_USER: 'admin', ADMIN_PASSWORD: password }
    service = await serve(readConfig(env), { log: pino({ level: 'silent' }), output: { say: () => {} } })
    check = answerChecker((await (await fetch(`${service.url}/@openapi`)).json()) as JsonObject)
    proxy = createServer((req, res) => {
      forward(req).then(
        ({ status, headers, body }) => res.writeHead(status, headers).end(body),
        () => res.destroy(),
      )
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
  })

  afterAll(async () => {
    proxy.close()
    await service.stop()
    rmSync(dataDir, { recursive: true })
  })

  async function forward(req: IncomingMessage) {
    const chunks = await req.toArray()
    const hopByHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])
    const sent = Object.entries(req.headers).flatMap(([name, value]) =>
      value === undefined || hopByHop.has(name) ? [] : [[name, String(value)] as [string, string]],
    )
    const { method = '', url: target = '' } = req
    const response = await fetch(service.url + target, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const body = (await response.text()).replaceAll(service.url, `http://${req.headers.host}`)
    const type = response.headers.get('content-type') ?? undefined
    const problem = check({ method, target, status: response.status, type, body })
    checked++
    if (problem !== undefined) problems.push(problem)
    const headers = Object.entries({ 'content-type': type, 'set-cookie': response.headers.getSetCookie() })
    const answered = headers.filter((header): header is [string, string | string[]] => header[1] !== undefined)
    return { status: response.status, headers: Object.fromEntries(answered), body }
  }

  it('match the OpenAPI document', async () => {
    const { port } = proxy.address() as AddressInfo
    const env = { ...process.env, ADMIN: `admin:${password}` }
    // A failure of the conformance kit is ignored, because the proxy does not forward some headers, and because only
    // the responses are checked.
    await promisify(execFile)(process.execPath, [kit, 'check', `http://127.0.0.1:${port}`], { env }).catch(() => {})
    expect(problems).toEqual([])
    expect(checked).toBeGreaterThan(235)
  }, 120_000)
})
