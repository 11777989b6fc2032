import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@plenum/testkit'

export const root = path.resolve(import.meta.dirname, '../..')
export const login = { user: 'admin', password: 'Secret-password-1' }

/**
 * Runs `plenum serve` like a supervisor such as systemd, which restarts the service whenever it ends. Writes the log to
 * a file in `dir`.
 */
export async function startService(dir, settings) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ADMIN_USER: login.user,
    ADMIN_PASSWORD: login.password,
    EMPTY_SITE: '1',
    LOG_LEVEL: 'warn',
    PASSWORD_COST: '4',
    PORT: String(port),
    WEBHOOK_HOSTS: '127.0.0.1',
    WRITE_WAIT: '4',
    ...settings,
  }
  const log = createWriteStream(path.join(dir, 'log'), { flags: 'a' })
  let isStopped = false
  let child
  const start = () => {
    child = spawn(process.execPath, ['packages/server/bin/plenum.js', 'serve'], { cwd: root, env })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.once('exit', () => isStopped || setTimeout(start, 100))
  }
  start()
  const service = {
    url,
    env,
    /** Returns the process ids of the program and of its workers. */
    pids: () => [child.pid, ...childrenOf(child.pid)],
    ended: () => once(child, 'exit'),
    async stop() {
      isStopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
    log: () => readFileSync(path.join(dir, 'log'), 'utf8'),
  }
  await answering(service)
  return service
}

async function answering({ url, log }) {
  for (let waited = 0; waited < 60_000; waited += 100) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await delay(100)
  }
  throw new Error(`The service does not answer at ${url}:\n${log().slice(-2000)}`)
}

function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Runs a `plenum` command with the settings of a service. Returns its output and exit code. */
export async function runCommand(env, ...args) {
  const child = spawn(process.execPath, ['packages/server/bin/plenum.js', ...args], { cwd: root, env })
  let printed = ''
  child.stdout.on('data', text => (printed += text))
  child.stderr.on('data', text => (printed += text))
  const [code] = await once(child, 'exit')
  return { code, printed }
}
