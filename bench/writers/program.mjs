import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { authorization, manager, password } from '../site.mjs'

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** Starts `plenum serve` from a checkout, with a new empty site. */
export async function startProgram(checkout) {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-writers-'))
  const port = await freePort()
  const settings = { DATA_DIR: dir, PORT: String(port), HOST: '127.0.0.1', EMPTY_SITE: '1', LOG_LEVEL: 'warn' }
  const child = fork(path.join(checkout, 'packages/server/bin/plenum.js'), ['serve'], {
    env: { ...process.env, ...settings, ADMIN_USER: manager.id, ADMIN_PASSWORD: password },
    execArgv: ['--import', new URL('../frame/probe.mjs', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const agent = new http.Agent({ keepAlive: true })
  const send = (method, at, { body, isMember = true } = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? null : JSON.stringify(body)
      const headers = {
        ...(isMember ? { authorization } : {}),
        ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      }
      const request = http.request({ agent, host: '127.0.0.1', port, method, path: at, headers }, response => {
        const parts = []
        response.on('data', part => parts.push(part))
        response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }))
      })
      request.on('error', reject)
      request.end(text)
    })
  while (!(await send('GET', '/').catch(() => null))) await delay(50)
  return {
    ask: async (method, at, options) => {
      const { status, text } = await send(method, at, options)
      if (status >= 300) throw new Error(`${method} ${at}: ${status} ${text.slice(0, 300)}`)
      return text === '' ? null : JSON.parse(text)
    },
    /** Returns the CPU time since the start, in microseconds. */
    cpu: async () => {
      child.send('usage')
      const [{ cpu }] = await once(child, 'message')
      return cpu
    },
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      agent.destroy()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
