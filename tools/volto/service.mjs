import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@plenum/testkit'

/**
 * Finds two free ports, for the service and for Volto. The port after Volto's port is also free, because the test kit
 * (see `volto.mjs`) uses it to record requests.
 */
export async function findPorts() {
  const service = await freePort()
  for (;;) {
    const volto = await freePort()
    if (volto !== service && (await isFree(volto + 1))) return [service, volto]
  }
}

async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1')
  const [event] = await Promise.race([
    once(server, 'listening').then(() => ['listening']),
    once(server, 'error').then(() => ['error']),
  ])
  if (event === 'listening') server.close()
  return event === 'listening'
}

const behind = publicUrl => ({
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '127.0.0.1',
  // Registration requires this setting. No mail server is running at this address, because no step reads an email.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'site@example.org',
})

/**
 * Starts the service with a separate data directory. If `isEmpty` is true, the site contains only a published page.
 * `settings` contains additional environment variables.
 */
export async function startService(root, { port, login, publicUrl, isEmpty, settings = {} }) {
  const data = await mkdtemp(path.join(tmpdir(), 'plenum-volto-'))
  const env = {
    ...process.env,
    DATA_DIR: data,
    PORT: String(port),
    ADMIN_USER: login.user,
    ADMIN_PASSWORD: login.password,
    LOG_LEVEL: 'warn',
    ...(publicUrl === undefined ? {} : behind(publicUrl)),
    ...(isEmpty ? { EMPTY_SITE: '1' } : {}),
    ...settings,
  }
  const server = spawn('node', ['packages/server/bin/plenum.js', 'serve'], { cwd: root, env, stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  await answering(url)
  if (isEmpty) await addPage(url, login)
  return {
    url,
    async stop() {
      server.kill()
      await once(server, 'exit')
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function answering(url) {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await delay(200)
  }
  throw new Error(`The service does not answer at ${url}.`)
}

async function addPage(url, { user, password }) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const post = async (address, body) => {
    const { ok, status } = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!ok) throw new Error(`${address} answered ${status}.`)
  }
  await post(url, { '@type': 'Document', id: 'welcome', title: 'Welcome', description: 'The only page' })
  await post(`${url}/welcome/@workflow/publish`, {})
}
